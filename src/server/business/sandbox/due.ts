import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

// Queries for what has waited since before `until`, oldest first, in batches.

/** Ids that this turn has already tried, and skips. */
export type Seen = readonly string[];

/** Identity data, of both kinds of review. */
export function dueSubmissions(db: Database, until: Date, seen: Seen) {
  return db
    .selectFrom('user_submission')
    .select(['id', 'user_id', 'kind', 'name'])
    .where('decision', 'is', null)
    .where('submitted_at', '<=', until)
    .where(unseen('id', seen))
    .orderBy('submitted_at')
    .orderBy('id')
    .limit(most)
    .execute();
}

/** Unpaid applications. The sandbox pays all of them, because only a paid one can be refused, by its names and titles. */
export async function dueApplicationOrders(db: Database, until: Date, seen: Seen) {
  const orders = await db
    .selectFrom('notarization_order')
    .select(['id', 'order_no', 'amount_fen'])
    .where('pay_status', '=', 'unpaid')
    .where('status', '=', 'pending')
    .where('created_at', '<=', until)
    .where(unseen('id', seen))
    .orderBy('id')
    .limit(most)
    .execute();
  return orders.map((order) => ({ ...order, name: '' }));
}

/** Unpaid recharges, with the name on them. */
export function dueRecharges(db: Database, until: Date, seen: Seen) {
  return db
    .selectFrom('recharge_order')
    .select(['id', 'order_no', 'amount_fen', 'name'])
    .where('pay_status', '=', 'unpaid')
    .where('created_at', '<=', until)
    .where(unseen('id', seen))
    .orderBy('id')
    .limit(most)
    .execute();
}

/** Paid applications, with the titles of their evidence. */
export function dueApplications(db: Database, until: Date, seen: Seen) {
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
    .where(unseen('o.id', seen))
    .orderBy('o.paid_at')
    .orderBy('o.id')
    .limit(most)
    .execute();
}

function unseen(column: string, seen: Seen) {
  return sql<boolean>`${sql.ref(column)} <> all (${[...seen]}::bigint[])`;
}

const most = 50;
