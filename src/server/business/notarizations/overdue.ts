import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { scopeOf } from '../../desk/acceptors/scope.ts';
import { othersOverdue } from '../../desk/messages/message-text.ts';
import { sendCount, sendMessage } from '../../desk/messages/store.ts';
import { listColleagues } from '../../desk/references/colleagues.ts';

/**
 * Periodic job: messages every operator with 出证审核 about paid applications whose review term has ended, once per application. An
 * operator who may open only their own ones gets one message with the number of the others.
 */
export async function notifyOverdue(db: Database): Promise<void> {
  const reviewers = (await listColleagues(db)).filter(({ permissions }) => permissions.has('notarization:review'));
  for (const { id, acceptor_id: acceptor } of await unreported(db)) {
    const to = reviewers.filter((one) => scopeOf(one) === null || one.accountId === acceptor).map(({ accountId }) => accountId);
    await sendMessage(db, { kind: 'overdue', object: `application/${id}`, event: overdueEvent(id) }, to);
  }
  const late = await lateByAcceptor(db);
  const total = late.reduce((sum, { count }) => sum + count, 0);
  for (const one of reviewers) {
    const own = late.find(({ acceptor_id: acceptor }) => acceptor === one.accountId)?.count ?? 0;
    const others = scopeOf(one) === null ? 0 : total - own;
    await sendCount(db, { kind: 'overdue', event: 'applications/others/overdue', object: othersOverdue }, one.accountId, others);
  }
}

function overdue(db: Database) {
  return db
    .selectFrom('notarization_order')
    .where('shown_status', '=', 'waiting')
    .where('pay_status', '=', 'paid')
    .where('due_at', '<=', sql<Date>`now()`);
}

function lateByAcceptor(db: Database) {
  return overdue(db)
    .select(['acceptor_id', sql<number>`count(*)::int`.as('count')])
    .groupBy('acceptor_id')
    .execute();
}

function unreported(db: Database) {
  return overdue(db)
    .select(['id', 'acceptor_id'])
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

/** The event of an application's messages. */
export function overdueEvent(id: string): string {
  return `application/${id}/overdue`;
}
