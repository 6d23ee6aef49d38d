import { sql } from 'kysely';
import { discardAbandoned } from '../storage/chunked-upload.ts';
import { finishRecording, type Finisher } from './finish.ts';
import { cancelForgotten, system } from './recording.ts';
import { touchAhead } from './store.ts';

/**
 * Finishes what has come in whole and was left by a server that was killed, cancels what nobody uploads, and throws away the pieces of what
 * is over.
 */
export async function tendRecordings(finisher: Finisher, uploadHours: number): Promise<void> {
  const { db } = finisher;
  await touchAhead(db);
  const whole = await db
    .selectFrom('recording')
    .select('number')
    .where('status', '=', 'uploading')
    .whereRef('size_bytes', '=', 'offset_bytes')
    // Not the one that is being finished at this moment.
    .where(sql<boolean>`touched_at < now() - interval '1 minute'`)
    // In turn, should there be many that cannot be.
    .orderBy(sql`random()`)
    .limit(4)
    .execute();
  // One that cannot be finished now does not hold up the others.
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
