import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** What waits since before `until`, the oldest first, so many at a time. */

/** Identity data, of either kind of review. */
export function dueSubmissions(db: Database, until: Date) {
  return db
    .selectFrom('user_submission')
    .select(['id', 'user_id', 'kind', 'name'])
    .where('decision', 'is', null)
    .where('submitted_at', '<=', until)
    .orderBy('submitted_at')
    .orderBy('id')
    .limit(most)
    .execute();
}

/** Orders that nobody has told a payment of, with the name that they bear. */
export async function dueOrders(db: Database, until: Date) {
  const [applications, recharges] = await Promise.all([
    db
      .selectFrom('notarization_order')
      .select(['order_no', 'amount_fen'])
      .where('pay_status', '=', 'unpaid')
      .where('status', '=', 'pending')
      .where('created_at', '<=', until)
      .orderBy('id')
      .limit(most)
      .execute(),
    db
      .selectFrom('recharge_order')
      .select(['order_no', 'amount_fen', 'name'])
      .where('pay_status', '=', 'unpaid')
      .where('created_at', '<=', until)
      .orderBy('id')
      .limit(most)
      .execute(),
  ]);
  // Only a paid application can be refused: its own name and titles decide then.
  return [...applications.map((order) => ({ ...order, name: '' })), ...recharges];
}

/** Paid applications, with the titles of their evidence. */
export function dueApplications(db: Database, until: Date) {
  return db
    .selectFrom('notarization_order as o')
    .select(['o.id', 'o.user_id', 'o.applicant'])
    .select(
      sql<string[]>`array(select e.title from notarization_evidence n join evidence e on e.id = n.evidence_id where n.order_id = o.id)`.as(
        'titles',
      ),
    )
    .where('o.status', '=', 'pending')
    .where('o.pay_status', '=', 'paid')
    .where('o.paid_at', '<=', until)
    .orderBy('o.paid_at')
    .orderBy('o.id')
    .limit(most)
    .execute();
}

const most = 50;
