import type { Database } from '../db/database.ts';
import { isCompleteRecording } from '../../domain/media/recording.ts';
import type { StagingAreas } from '../storage/staging-areas.ts';
import { StorageError } from '../storage/store.ts';
import { finishRecording, type Finisher } from './finish.ts';
import { noticed, openChunks } from './chunks.ts';
import { system } from './recording.ts';
import { runningHashes } from './running-hash.ts';
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
