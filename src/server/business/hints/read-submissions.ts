import { buffer } from 'node:stream/consumers';
import { faultsOf } from '../../../domain/business/hints/picture-faults.ts';
import { nearlySame, nearlySameScene } from '../../../domain/business/hints/same-picture.ts';
import type { Deps } from '../../custody/deps.ts';
import { likenessesInThread, readPictureInThread } from '../../custody/drawing/drawing-pool.ts';
import type { PictureFinding } from '../../platform/db/json.ts';
import type { PictureField, PictureFindings, StoredPicture } from '../../platform/db/json.ts';
import type { PictureReading } from '../../platform/media/picture-reading.ts';
import { type Candidate, findCandidates } from './find-candidates.ts';
import { type LeasedSubmission, type Print, storeReading, takeSubmission } from './store.ts';

type ReadDeps = Pick<Deps, 'db' | 'store'>;

/** Analyses the pictures of submissions, newest first, until none is left. Several servers share the work. */
export async function readSubmissions(deps: ReadDeps, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    const submission = stopping?.aborted ? undefined : await takeSubmission(deps.db);
    if (!submission) return;
    await readSubmission(deps, submission);
  }
}

async function readSubmission({ db, store }: ReadDeps, { id, userId, pictures }: LeasedSubmission): Promise<void> {
  const findings: PictureFindings = {};
  const prints: Print[] = [];
  for (const [field, { sha256 }] of entriesOf(pictures)) {
    const reading = await readStoredPicture(store, userId, sha256);
    findings[field] = reading ? findingOf(field, reading) : { faults: ['unreadable'], editor: '', takenOn: '' };
    // The emblem side shows no person: cards of the same police office look identical.
    if (!reading || field === 'author_back') continue;
    const candidates = await findCandidates(db, { userId, sha256, probes: [...new Set(reading.probes.flat())] });
    const matches = await matchesOf({ userId, field, sha256, print: reading.print }, candidates);
    prints.push({ field, sha256, print: Buffer.from(reading.print), words: reading.words, matches });
  }
  await storeReading(db, { id, userId }, findings, prints);
}

function findingOf(field: PictureField, { measures, exif }: PictureReading): PictureFinding {
  return {
    faults: faultsOf(measures, field === 'file' || field === 'license'),
    editor: exif.editor,
    takenOn: exif.takenOn,
  };
}

async function matchesOf({ userId, field, sha256, print }: Read, candidates: readonly Candidate[]) {
  const least = field === 'author_front' ? nearlySame : nearlySameScene;
  // Letters share one form, and their individual parts are too small for a print. They are matched by their bytes only.
  const unlike = field === 'file' ? [] : candidates.filter((candidate) => candidate.sha256 !== sha256);
  const scores =
    unlike.length === 0
      ? []
      : await likenessesInThread(
          userId,
          print,
          unlike.map(({ print: other }) => other),
        );
  return [
    ...candidates.filter((candidate) => candidate.sha256 === sha256).map(({ id }) => ({ other: id, likeness: 100 })),
    ...unlike.flatMap(({ id }, at) => {
      const score = scores[at] ?? 0;
      return score >= least ? [{ other: id, likeness: Math.min(99, Math.floor(score * 100)) }] : [];
    }),
  ];
}

/** A picture that was read. */
interface Read {
  readonly userId: string;
  readonly field: PictureField;
  readonly sha256: string;
  readonly print: Uint8Array;
}

function entriesOf(pictures: LeasedSubmission['pictures']): [PictureField, StoredPicture][] {
  return Object.entries(pictures) as [PictureField, StoredPicture][];
}

/** The last readings. A user who is rejected for one picture sends the others again. */
const kept = new Map<string, PictureReading>();
const mostKept = 64;

/** Reads a stored picture, unless it is one of those that were read last; null if it cannot be decoded. */
async function readStoredPicture(store: Deps['store'], userId: string, sha256: string): Promise<PictureReading | null> {
  const known = kept.get(sha256);
  if (known) return known;
  const bytes = await buffer((await store.open(sha256)).stream);
  const reading = await readPictureInThread(userId, bytes).catch(() => null);
  if (reading) kept.set(sha256, reading);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return reading;
}
