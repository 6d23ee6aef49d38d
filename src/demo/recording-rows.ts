import { Readable } from 'node:stream';
import { formatTime } from '../domain/kit/text/time.ts';
import { originalName, type Described, type EvidenceFile } from '../server/custody/evidence/evidence-files.ts';
import { entryOf } from '../server/custody/evidence/make-evidence.ts';
import type { Tx } from '../server/platform/db/database.ts';
import { system } from '../server/business/recordings/recording.ts';
import type { ObjectStore } from '../server/platform/storage/store.ts';
import { before, hourMs, officeTime } from './data/clock.ts';
import { ipAddress } from './data/numbers.ts';
import { itemAt, seeded } from './data/random.ts';
import { bookTransfers, continueIds, insertEntries, insertFiles } from './stored-rows.ts';
import { rechargeNumber } from './recharges.ts';
import { recordedBytes, recordedKinds } from './files/recording-files.ts';
import type { DemoRecording } from './recordings.ts';
import type { TrailRow } from './data/row.ts';
import { digest, saltedFilesOf } from './data/salted.ts';

/** A recording with its stored file and, if it succeeded, its evidence. */
export interface StoredRecording {
  readonly recording: DemoRecording;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly stored: { readonly files: readonly EvidenceFile[]; readonly entry: Uint8Array } | null;
}

/** Makes and stores the files of the recordings. The result has the order of `all`. */
export function storeRecordings(
  all: readonly DemoRecording[],
  store: Pick<ObjectStore, 'put'>,
  ownerSecret: Uint8Array,
): Promise<StoredRecording[]> {
  return Promise.all(all.map((recording) => storeOne(recording, store, ownerSecret)));
}

async function storeOne(recording: DemoRecording, store: Pick<ObjectStore, 'put'>, ownerSecret: Uint8Array): Promise<StoredRecording> {
  const bytes = recordedBytes(recording.file, recording.beginAt);
  const [sha256, sm3] = [digest('sha256', bytes), digest('sm3', bytes)];
  if (recording.status !== 'succeeded') return { recording, sha256, sizeBytes: bytes.length, stored: null };
  await store.put(Readable.from([bytes]), { maxBytes: 400_000 });
  const { number, user, type, name, device, beginAt: startAt, file } = recording;
  const fileName = fileNameOf(recording);
  const original = {
    name: originalName(1, fileName),
    role: 'original' as const,
    sha256,
    sm3,
    sizeBytes: bytes.length,
    mediaType: recordedKinds[file.kind].mediaType,
  };
  const described: Described = {
    number,
    owner: user,
    title: name,
    kind: type,
    fileName,
    address: '',
    startAt,
    endAt: endOf(recording),
    device,
    files: [original],
  };
  const files = saltedFilesOf(described, recording.salt);
  return {
    recording,
    sha256,
    sizeBytes: bytes.length,
    stored: { files, entry: entryOf(described, files, recording.endedAt, ownerSecret) },
  };
}

/** Ids follow those of the demo's other evidence. */
const firstId = 50_001;

/**
 * Inserts the recordings, their evidence, and the bookings of their points. The caller inserts the trail's rows, sorted by time with those
 * of other parts.
 */
export async function insertRecordings(tx: Tx, all: readonly StoredRecording[]): Promise<void> {
  const numbered = all.map((one, at) => ({ ...one, id: String(firstId + at) }));
  await tx.insertInto('recording').values(numbered.map(recordingRow)).execute();
  const stored = numbered.flatMap(({ recording, stored: found, id }) => (found ? [{ recording, id, ...found }] : []));
  await insertEntries(tx, stored);
  await tx
    .insertInto('evidence')
    .values(
      stored.map(({ recording, id }) => ({
        id,
        number: recording.number,
        user_id: recording.user.id,
        type: recording.user.type,
        kind: recording.type,
        title: recording.name,
        file_name: fileNameOf(recording),
        start_at: recording.beginAt,
        end_at: endOf(recording),
        device: recording.device && JSON.stringify(recording.device),
        saved_at: recording.endedAt,
        log_entry: id,
      })),
    )
    .execute();
  await insertFiles(tx, stored);
  await bookPoints(tx, all);
  await continueIds(tx, ['recording', 'evidence', 'log_pending']);
}

function recordingRow({ recording, sha256, sizeBytes, id }: StoredRecording & { readonly id: string }) {
  const { number, user, type, name, label, status, reason, file, device, beginAt, uploadedAt, endedAt } = recording;
  const size = uploadedAt ? sizeBytes : null;
  const isOpen = status === 'running' || status === 'uploading';
  return {
    id,
    number,
    user_id: user.id,
    username: user.name,
    mobile: user.mobile,
    type,
    name,
    label,
    status,
    reason,
    begin_at: beginAt,
    said_seconds: file.seconds ?? 0,
    file_seconds: status === 'succeeded' ? file.seconds : null,
    // A failed recording had announced the hash of another file.
    sha256: status === 'failed' && file.kind !== 'text' ? digest('sha256', Buffer.from(number)) : sha256,
    device: device && JSON.stringify(device),
    size_bytes: size === null ? null : String(size),
    offset_bytes: String(status === 'uploading' ? Math.floor(sizeBytes * 0.6) : (size ?? 0)),
    created_at: beginAt,
    // No phone continues these, so they would be cancelled within a day and the demo would have no open recording.
    touched_at: isOpen ? new Date('9999-01-01T00:00:00Z') : endedAt,
  };
}

const prices = { process: 10, move: 5 } as const;

/** Each owner gets a recharge of exactly what they spend, before they spend it. Failed recordings are refunded. */
async function bookPoints(tx: Tx, all: readonly StoredRecording[]): Promise<void> {
  const recordings = all.map(({ recording }) => recording);
  const spent = recordings.map(({ beginAt, user, type, number }) => ({
    at: beginAt,
    user_id: user.id,
    house: type as string,
    gives: false,
    points: prices[type],
    reference: number,
    note: '',
    giver: '',
  }));
  const back = recordings.flatMap(({ status, endedAt, user, type, number }) =>
    status === 'failed' || status === 'cancelled'
      ? [
          {
            at: endedAt,
            user_id: user.id,
            house: type as string,
            gives: true,
            points: prices[type],
            reference: number,
            note: '',
            giver: '',
          },
        ]
      : [],
  );
  const recharges = [...new Set(recordings.map(({ user }) => user.id))].map((user_id) => {
    const own = recordings.filter(({ user }) => user.id === user_id);
    const at = officeTime(seeded('recordings', 'recharge', user_id), before(itemAt(own, 0).beginAt, 24 * hourMs));
    return {
      at,
      user_id,
      house: 'recharge',
      gives: true,
      points: own.reduce((sum, { type }) => sum + prices[type], 0),
      reference: rechargeNumber(at, `recordings ${user_id}`),
      note: '',
      giver: '',
    };
  });
  const transfers = [...recharges, ...spent, ...back]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || Number(a.user_id) - Number(b.user_id))
    .map((transfer) => ({ ...transfer, order_no: orderNo(transfer) }));
  await bookTransfers(tx, transfers);
}

/** The trail rows that the server writes for a recording. */
export function recordingTrail({ recording, sha256, sizeBytes, stored }: StoredRecording): TrailRow[] {
  const { number, user, type, status, reason, beginAt, uploadedAt, endedAt } = recording;
  const app = { actor_kind: 'client' as const, actor_id: 'demo-app', actor_name: '取证 App', ip: ipAddress(9000 + Number(user.id)) };
  const itself = { actor_kind: system.kind, actor_id: system.id, actor_name: system.name, ip: '' };
  const object = `recording/${number}` as const;
  const from = uploadedAt ? 'uploading' : 'running';
  return [
    {
      at: beginAt,
      ...app,
      action: '登记取证',
      object,
      before: null,
      after: { status: 'running', type, user: user.id, sha256, points: prices[type] },
    },
    ...(uploadedAt
      ? [{ at: uploadedAt, ...app, action: '开始上传' as const, object, before: { status: 'running' }, after: { status: 'uploading' } }]
      : []),
    ...(stored
      ? [
          {
            at: endedAt,
            ...app,
            action: '存证' as const,
            object: `evidence/${number}` as const,
            before: null,
            after: { user: user.id, kind: type, sha256, sizeBytes, before: 'uploading', status },
          },
        ]
      : []),
    ...(status === 'failed'
      ? [{ at: endedAt, ...app, action: '取证失败' as const, object, before: { status: from }, after: { status, reason } }]
      : []),
    ...(status === 'cancelled'
      ? [{ at: endedAt, ...itself, action: '取消取证' as const, object, before: { status: from }, after: { status, reason } }]
      : []),
  ];
}

function endOf({ beginAt, file }: DemoRecording): Date {
  return new Date(beginAt.getTime() + (file.seconds ?? 0) * 1000);
}

function fileNameOf({ name, file }: DemoRecording): string {
  return `${name}.${recordedKinds[file.kind].suffix}`;
}

/** In the ledger's format: the day, then 64 bits. */
function orderNo({ at, reference, gives }: { readonly at: Date; readonly reference: string; readonly gives: boolean }): string {
  return (
    formatTime(at).slice(0, 10).replaceAll('-', '') +
    digest('sha256', Buffer.from(`demo recording ${gives ? 'to' : 'from'} ${reference}`))
      .slice(0, 16)
      .toUpperCase()
  );
}
