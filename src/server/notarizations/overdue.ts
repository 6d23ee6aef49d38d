import { sql } from 'kysely';
import { maySee } from '../acceptors/visibility.ts';
import type { Database } from '../db/database.ts';
import { sendMessage } from '../messages/store.ts';
import { listColleagues } from '../references/colleagues.ts';

/**
 * The periodic job: tells every holder of 出证审核 of applications whose term is over while they wait for their review, each once. Whoever
 * is narrowed to their own hears of their own.
 */
export async function tellOverdue(db: Database): Promise<void> {
  const overdue = await untold(db);
  if (overdue.length === 0) return;
  const reviewers = (await listColleagues(db)).filter(({ permissions }) => permissions.has('notarization:review'));
  for (const { id, acceptor_id: acceptorId } of overdue) {
    const to = reviewers.filter((reviewer) => maySee(reviewer, acceptorId)).map(({ accountId }) => accountId);
    await sendMessage(db, { kind: 'overdue', object: `application/${id}`, event: eventOf(id) }, to);
  }
}

function untold(db: Database) {
  return db
    .selectFrom('notarization_order')
    .select(['id', 'acceptor_id'])
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
