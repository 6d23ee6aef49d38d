import { sql } from 'kysely';
import { discardAbandoned } from '../storage/chunked-upload.ts';
import { finishRecording, type Finisher } from './finish.ts';
import { cancelForgotten, system } from './recording.ts';
import { touchAhead } from './store.ts';

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
