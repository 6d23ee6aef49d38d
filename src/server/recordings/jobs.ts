import { sql } from 'kysely';
import { finishRecording, type Finisher } from './finish.ts';
import { cancelForgotten, system } from './recording.ts';

/**
 * Finishes what has come in whole and was left by a server that was killed, cancels what nobody uploads, and throws away the pieces of what
 * is over.
 */
export async function tendRecordings(finisher: Finisher, uploadHours: number): Promise<void> {
  const { db } = finisher;
  // What was touched in the future was touched before the clock jumped back: its time begins anew.
  // What is open in the demo is of the year 9999, and stays so.
  await db
    .updateTable('recording')
    .set({ touched_at: sql<Date>`now()` })
    .where('status', 'in', ['running', 'uploading'])
    .where(sql<boolean>`touched_at > now() + interval '1 hour' and touched_at < '9999-01-01'`)
    .execute();
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
  const staged = await stages.names();
  if (staged.length === 0) return;
  const open = await db
    .selectFrom('recording')
    .select('number')
    .where('number', 'in', staged)
    .where('status', 'in', ['running', 'uploading'])
    .execute();
  const needed = new Set(open.map(({ number }) => number));
  for (const name of staged) if (!needed.has(name)) await stages.discard(name);
}
