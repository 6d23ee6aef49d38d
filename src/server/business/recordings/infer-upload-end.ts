import { createHash, type Hash } from 'node:crypto';
import { isCompleteRecording } from '../../../domain/kit/media/recording.ts';
import type { Database } from '../../platform/db/database.ts';
import type { StagingAreas } from '../../platform/storage/staging-areas.ts';
import { StorageError } from '../../platform/storage/store.ts';
import { noticed, openChunks } from './chunks.ts';
import { type Finisher, finishRecording } from './finish.ts';
import { system } from './recording.ts';
import { endAt, endResting, findRecording } from './store.ts';

/**
 * Checks whether an upload of unknown length is complete (decision 0014): the received bytes are the declared file, or cannot be the
 * beginning of it, because a recording of their format ends there. If so, its length is stored and it waits to be finished.
 * @returns whether it is complete.
 */
export function inferUploadEnd({
  db,
  stages,
}: {
  readonly db: Database;
  readonly stages: StagingAreas;
}): (number: string) => Promise<boolean> {
  const hashOf = runningHashes();
  return async (number) => {
    const recording = await findRecording(db, number);
    if (recording?.status !== 'uploading' || recording.size_bytes !== null) return false;
    const whole = await openChunks(db, await stages.open(number), recording);
    if (whole.sizeBytes === 0) return false;
    try {
      const sha256 = await hashOf(number, { sizeBytes: whole.sizeBytes, stream: (start) => noticed(db, recording, whole.stream(start)) });
      if (sha256 !== recording.sha256 && !(await isCompleteRecording(whole))) return false;
    } catch (error) {
      // It has ended meanwhile, and its chunks were discarded.
      if (error instanceof StorageError && error.kind === 'missing') return false;
      throw error;
    }
    return endAt(db, recording.id, whole.sizeBytes);
  };
}

/** Takes uploads of unknown length that have been inactive for so long as complete; they become evidence, or fail. */
export async function endRested(finisher: Finisher, restSeconds: number): Promise<void> {
  const ended = await endResting(finisher.db, restSeconds);
  // One that cannot be finished now is left to the periodic job.
  const results = await Promise.allSettled(ended.map((number) => finishRecording(finisher, number, system)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

interface GrowingFile {
  readonly sizeBytes: number;
  /** The bytes from offset `start` to the end. */
  stream(start: number): AsyncIterable<Uint8Array>;
}

/**
 * SHA-256 of growing files: each call reads only the new bytes. Hash states are kept in memory for the thousand files that grew last; any
 * other file is read from the beginning. @returns lower-case hex.
 */
export function runningHashes(): (name: string, file: GrowingFile) => Promise<string> {
  const known = new Map<string, { readonly sizeBytes: number; readonly hash: Hash }>();
  return async (name, file) => {
    const last = known.get(name);
    const [start, hash] = last && last.sizeBytes <= file.sizeBytes ? [last.sizeBytes, last.hash.copy()] : [0, createHash('sha256')];
    for await (const chunk of file.stream(start)) hash.update(chunk);
    known.delete(name);
    known.set(name, { sizeBytes: file.sizeBytes, hash: hash.copy() });
    const [oldest] = known.keys();
    if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
    return hash.digest('hex');
  };
}

const maxKnown = 1000;
