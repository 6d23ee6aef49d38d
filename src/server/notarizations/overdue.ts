import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { sendMessage } from '../messages/store.ts';
import { holdersOf } from '../references/colleagues.ts';

/**
 * Periodic job: messages every operator with 出证审核 about paid applications whose review term has ended, once per application. A reader who
 * may not open the application learns only that it exists.
 */
export async function notifyOverdue(db: Database): Promise<void> {
  const overdue = await unreported(db);
  if (overdue.length === 0) return;
  const reviewers = await holdersOf(db, 'notarization:review');
  for (const { id } of overdue) {
    await sendMessage(db, { kind: 'overdue', object: `application/${id}`, event: eventOf(id) }, reviewers);
  }
}

function unreported(db: Database) {
  return db
    .selectFrom('notarization_order')
    .select('id')
    .where('shown_status', '=', 'waiting')
    .where('pay_status', '=', 'paid')
    .where('due_at', '<=', sql<Date>`now()`)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('message')
            .select('message.id')
            .where('kind', '=', 'overdue')
            .whereRef('event', '=', sql<string>`'application/' || notarization_order.id || '/overdue'`),
        ),
      ),
    )
    .orderBy('urgency', 'desc')
    .limit(atOnce)
    .execute();
}
const atOnce = 100;

function eventOf(id: string): string {
  return `application/${id}/overdue`;
}
