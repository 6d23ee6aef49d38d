import type { Database } from '../db/database.ts';
import { endsAsRecording } from '../../domain/media/recording.ts';
import type { StagingAreas } from '../storage/staging-areas.ts';
import { StorageError } from '../storage/store.ts';
import { finishRecording, type Finisher } from './finish.ts';
import { noticed, openChunks } from './chunks.ts';
import { system } from './recording.ts';
import { runningHashes } from './running-hash.ts';
import { endAt, endResting, findRecording } from './store.ts';

/**
 * Looks whether an upload whose length nobody told has come to its end (decision 0014): what has come in is the declared file, or cannot be
 * the beginning of it, because a recording of its format ends there. Its length is known from then on, and it waits to be finished.
 * @returns whether it does.
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
      if (sha256 !== recording.sha256 && !(await endsAsRecording(whole))) return false;
    } catch (error) {
      // It has ended meanwhile, and its pieces were thrown away.
      if (error instanceof StorageError && error.kind === 'missing') return false;
      throw error;
    }
    return endAt(db, recording.id, whole.sizeBytes);
  };
}

/**
 * Takes uploads of which bytes came, and for so long no more, for whole where nobody told how long they are: they become evidence, or fail.
 */
export async function endRested(finisher: Finisher, restSeconds: number): Promise<void> {
  const ended = await endResting(finisher.db, restSeconds);
  // One that cannot be finished now is left to the chore that finishes what is whole.
  const results = await Promise.allSettled(ended.map((number) => finishRecording(finisher, number, system)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
