import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type recordingIntakeCalls, uploadPath } from '../../../contract/open/recordings.ts';
import { onlineKind } from '../../../domain/business/codes/online-evidence.ts';
import type { Deps } from '../../custody/deps.ts';
import { evidenceFacts, mayViewFacts } from '../../desk/acceptors/evidence-rule.ts';
import { countedTotalOf } from '../../desk/lists/counted-totals.ts';
import { exactLookUp } from '../../desk/lists/exact-rows.ts';
import { firstRows } from '../../desk/lists/first-rows.ts';
import type { ListCounts } from '../../desk/lists/list-counts.ts';
import type { FoundReference, ReferenceRule } from '../../desk/references/reference.ts';
import { type Finder, rowsSought } from '../../desk/search/finder.ts';
import type { Work } from '../../desk/work.ts';
import { diskReserve, type RoomCheck } from '../../open/signed/disk-reserve.ts';
import { once } from '../../open/signed/idempotence.ts';
import type { IntakeHandlers, SignedRequests } from '../../open/signed/mount.ts';
import { assertOwnUser } from '../../open/signed/own-user.ts';
import { tusOptions, tusRoutes, UploadFault } from '../../open/signed/tus.ts';
import { discardAbandoned } from '../../platform/storage/chunked-upload.ts';
import { labelKey } from '../evidence/labels.ts';
import { type FoundOnline, onlineFinder } from '../evidence/online-finder.ts';
import { belongingTo } from '../evidence/reference.ts';
import { takeRecordingChunk, type UploadLimits } from './chunks.ts';
import { type Finisher, finishRecording } from './finish.ts';
import { endRested, inferUploadEnd } from './infer-upload-end.ts';
import { createRecording, describeRecording, ownRecording } from './intake.ts';
import { type ListedRecording, recordingList } from './recording-list.ts';
import { cancelForgotten, isOpen, system } from './recording.ts';
import { recordingRoutes } from './routes.ts';
import { touchAhead } from './store.ts';

/** Recordings of processes and of mobile devices, and their uploads. */
export function recordings(deps: Pick<Deps, 'config' | 'db' | 'lists' | 'secrets' | 'stages' | 'store'>) {
  const { config, db, secrets, stages, store } = deps;
  const finisher = { db, store, stages, ownerSecret: secrets.owner };
  const maxBytes = config.evidenceMaxBytes;
  return {
    routes: recordingRoutes(deps),
    openRoutes: recordingOpenRoutes(deps),
    async register(app: FastifyInstance) {
      uploadOptions(app, maxBytes);
    },
    registerSigned(app: FastifyInstance, signatureOf: SignedRequests) {
      uploadRoutes(app, { ...finisher, maxBytes, quotaBytes: config.uploadQuotaBytes, signatureOf, room: diskReserve(config) });
    },
    work: recordingWork,
    counts,
    finders: recordingFinders(deps),
    references: [recordingReference],
    jobs: [
      { name: 'tending recordings', everyMs: 30_000, run: () => tendRecordings(finisher, config.recordingUploadHours) },
      { name: 'ending uploads that rest', everyMs: 5_000, run: () => endRested(finisher, config.recordingRestSeconds) },
    ],
  };
}

/** Totals of its lists. */
const counts: ListCounts = {
  getProList: ({ type, status, label, keyword, registtime: time }) =>
    countedTotalOf(recordingList, { facets: { type, status, label_key: labelKey(label) }, keyword, time }),
};

/** Recordings that were started. */
const recordingWork: Work = {
  waiting: [],
  activities: [
    { name: '过程取证', needs: ['online:process'], series: { list: 'recording', facet: 'process' } },
    { name: '移动端取证', needs: ['online:move'], series: { list: 'recording', facet: 'move' } },
  ],
};

function recordingOpenRoutes({ db, config }: Pick<Deps, 'db' | 'config'>): IntakeHandlers<typeof recordingIntakeCalls> {
  return {
    async createRecording({ body: { unique_id, ...given }, client, actor }) {
      assertOwnUser(client, given.user_id, 'record for itself');
      return once(db, { appId: client.appId, uniqueId: unique_id, content: ['createRecording', given] }, (tx) =>
        createRecording(tx, given, config.prices, actor),
      );
    },

    async getRecording({ params, client }) {
      return describeRecording(db, params['attestation_id'] ?? '', client.userId);
    },
  };
}

/** Recordings of processes and of mobile devices. */
function recordingFinders({ lists }: Pick<Deps, 'lists'>): Finder[] {
  const by = (column: string, rows: 'one' | 'many') =>
    exactLookUp(lists, recordingList, column, { narrowing: ['type'], limit: rowsSought, rows });
  const [byNumber, byMobile] = [by('number', 'one'), by('mobile', 'many')];
  return (['process', 'move'] as const).map((type) =>
    onlineFinder(type, {
      byNumber: async (number) => (await byNumber(number, { type })).map(foundOf),
      byMobile: async (mobile) => (await byMobile(mobile, { type })).map(foundOf),
      byText: async (keyword) =>
        (await firstRows(lists, recordingList, { facets: { type }, keyword, limit: rowsSought }))?.map(foundOf) ?? null,
    }),
  );
}

function foundOf(row: ListedRecording): FoundOnline {
  return { ...row, shownStatus: row.status, at: row.beginAt };
}

/** Finishes complete uploads that a killed server left, cancels inactive ones, and discards the chunks of all that are over. */
export async function tendRecordings(finisher: Finisher, uploadHours: number): Promise<void> {
  const { db } = finisher;
  await touchAhead(db);
  const whole = await db
    .selectFrom('recording')
    .select('number')
    .where('status', '=', 'uploading')
    .whereRef('size_bytes', '=', 'offset_bytes')
    // Excludes those that are being finished now.
    .where(sql<boolean>`touched_at < now() - interval '1 minute'`)
    // In random order, so that recordings that cannot be finished do not block the others.
    .orderBy(sql`random()`)
    .limit(4)
    .execute();
  // A failure of one does not stop the others.
  const results = await Promise.allSettled(whole.map(({ number }) => finishRecording(finisher, number, system)));
  await cancelForgotten(db, uploadHours);
  await discardLeftovers(finisher);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function discardLeftovers({ db, stages }: Finisher): Promise<void> {
  await discardAbandoned(stages, async (names) => {
    const open = db.selectFrom('recording').select('number').where('number', 'in', names).where('status', 'in', ['running', 'uploading']);
    return (await open.execute()).map(({ number }) => number);
  });
}

/** Recordings as notes and messages refer to them: visible to whoever sees their list, or may view the evidence that they became. */
const recordingReference: ReferenceRule = {
  kind: 'recording',

  async find(db, numbers) {
    const [rows, became] = await Promise.all([
      db
        .selectFrom('recording')
        .select(['number', 'type'])
        .where('number', 'in', [...numbers])
        .execute(),
      evidenceFacts(db, numbers),
    ]);
    const facts = new Map(became.map((one) => [one.number, one]));
    return new Map(
      rows.map(({ number, type: kind }): [string, FoundReference] => [
        number,
        {
          label: `${onlineKind.label(kind)} ${number}`,
          url: `/online/attestation/${number}/${segments[kind]}`,
          trail: [`recording/${number}`, `evidence/${number}`],
          mayOpen: (viewer) => {
            const evidence = facts.get(number);
            return viewer.permissions.has(`online:${kind}`) || (evidence !== undefined && mayViewFacts(viewer, evidence));
          },
        },
      ]),
    );
  },

  async related(db, number) {
    const row = await db.selectFrom('recording').select('user_id').where('number', '=', number).executeTakeFirst();
    if (!row) return [];
    const owner = `user/${row.user_id}` as const;
    const others = (await belongingTo(db, number)).filter((one) => one !== owner);
    return [owner, `evidence/${number}`, ...others];
  },
};

const segments = { process: 'pro', move: 'move' } as const;

interface UploadDeps extends Finisher, UploadLimits {
  readonly signatureOf: SignedRequests;
  readonly room: RoomCheck;
}

/** Receives the file of a recording, on the resource that POST /recordings created. After the last byte it becomes evidence, or fails. */
function uploadRoutes(app: FastifyInstance, parts: UploadDeps): void {
  const isAtEnd = inferUploadEnd(parts);
  tusRoutes(app, parts.signatureOf, {
    url: uploadPath(':number'),
    closed: 'the recording has failed or was cancelled',
    room: parts.room,

    async stand(number, client) {
      const { offset_bytes, size_bytes, status } = await ownRecording(parts.db, number, client.userId);
      if (status === 'failed' || status === 'cancelled') throw new UploadFault('closed');
      return { offset: Number(offset_bytes), sizeBytes: size_bytes === null ? null : Number(size_bytes) };
    },

    async take(number, chunk, client, actor) {
      const recording = await ownRecording(parts.db, number, client.userId);
      if (!isOpen(recording.status)) throw new UploadFault(recording.status === 'succeeded' ? 'offset' : 'closed');
      const now = await takeRecordingChunk(parts.db, parts.stages, recording, chunk, parts, actor);
      if (now.sizeBytes === null ? await isAtEnd(recording.number) : now.offset === now.sizeBytes) {
        const words = await finishRecording(parts, recording.number, actor);
        if (words) throw new UploadFault('type', words.message);
      }
      return now.offset;
    },
  });
}

function uploadOptions(app: FastifyInstance, maxBytes: number): void {
  tusOptions(app, uploadPath(':number'), maxBytes);
}
