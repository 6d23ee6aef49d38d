import { sql } from 'kysely';
import { finishRecording, type Finisher } from './finish.ts';
import { cancelForgotten, system } from './recording.ts';

/** Finishes what has come in whole and was left by a server that was killed, cancels what nobody uploads, and throws away the pieces of what is over. */
export async function tendRecordings(finisher: Finisher, uploadHours: number): Promise<void> {
  const { db, stages } = finisher;
  const whole = await db
    .selectFrom('recording')
    .select('number')
    .where('status', '=', 'uploading')
    .whereRef('size_bytes', '=', 'offset_bytes')
    // Not the one that is being finished at this moment.
    .where(sql<boolean>`touched_at < now() - interval '1 minute'`)
    .limit(10)
    .execute();
  for (const { number } of whole) await finishRecording(finisher, number, system);
  await cancelForgotten(db, uploadHours);
  const staged = await stages.names();
  if (staged.length === 0) return;
  const open = await db.selectFrom('recording').select('number').where('number', 'in', staged).where('status', 'in', ['running', 'uploading']).execute();
  const needed = new Set(open.map(({ number }) => number));
  for (const name of staged) if (!needed.has(name)) await stages.discard(name);
}
