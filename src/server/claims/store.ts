import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { formatTime } from '../../domain/text/time.ts';
import type { Database, Tx } from '../db/database.ts';
import { clockNow, isHeld, leaseEnd } from '../db/lease.ts';
import type { Tables } from '../db/tables.ts';
import { conflict } from '../http/refusal.ts';

// Claims of operators: leases on cases that wait for a decision (`db/lease`).
//
// Order of locks: the case, then its claim. Callers of a function that takes a `tx` must have locked the case's own row.

export type ClaimSubject = Tables['work_claim']['subject'];

export interface Lease {
  readonly since: Date;
  readonly until: Date;
}

/**
 * Claims a case, or renews the operator's own claim, whose `since` is kept.
 * @throws a conflict that says who else has claimed it, and since when.
 */
export async function takeClaim(tx: Tx, subject: ClaimSubject, id: string, operatorId: string, seconds: number): Promise<Lease> {
  await refuseOthersClaim(tx, subject, id, operatorId);
  const own = await tx
    .selectFrom('work_claim')
    .select('since')
    .where('subject', '=', subject)
    .where('subject_id', '=', id)
    .where('account_id', '=', operatorId)
    .where(isHeld(sql.ref('until'), clockNow))
    .executeTakeFirst();
  const lease = { account_id: operatorId, since: own?.since ?? clockNow, until: leaseEnd(seconds, clockNow) };
  return tx
    .insertInto('work_claim')
    .values({ subject, subject_id: id, ...lease })
    .onConflict((found) => found.columns(['subject', 'subject_id']).doUpdateSet(lease))
    .returning(['since', 'until'])
    .executeTakeFirstOrThrow();
}

/** @throws a conflict if another operator has claimed the case. */
export async function refuseOthersClaim(tx: Tx, subject: ClaimSubject, id: string, operatorId: string): Promise<void> {
  const other = await tx
    .selectFrom('work_claim')
    .innerJoin('account', 'account.id', 'account_id')
    .select(['account.realname', 'since'])
    .where('subject', '=', subject)
    .where('subject_id', '=', id)
    .where('account_id', '!=', operatorId)
    .where(isHeld(sql.ref('until'), clockNow))
    .executeTakeFirst();
  if (other) throw conflict(`${other.realname}自${formatTime(other.since)}起正在处理该申请`);
}

/** Ends the claim of a case: anybody's, as after its decision; or, with an operator, only their own. */
export async function endClaim(tx: Tx, subject: ClaimSubject, id: string, operatorId?: string): Promise<void> {
  await tx
    .deleteFrom('work_claim')
    .where('subject', '=', subject)
    .where('subject_id', '=', id)
    .$if(operatorId !== undefined, (query) => query.where('account_id', '=', operatorId ?? ''))
    .execute();
}

/** Whether no other operator has claimed a case. @param id the column of the case's ID. */
export function isFreeFor(operatorId: string, subject: ClaimSubject, id: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (select from work_claim c
    where c.subject = ${sql.lit(subject)} and c.subject_id = ${id} and c.account_id <> ${operatorId} and ${isHeld(sql.ref('c.until'))})`;
}

/** The cases claimed by other operators, oldest claim first, at most 100. @param cases `title` is the name shown to people. */
export function heldByOthers<DB, Joined extends keyof DB>(
  db: Database,
  subject: ClaimSubject,
  operatorId: string,
  cases: SelectQueryBuilder<DB, Joined, { id: string; title: string }>,
) {
  return db
    .selectFrom(cases.as('w'))
    .innerJoin('work_claim as c', (join) => join.on('c.subject', '=', subject).onRef('c.subject_id', '=', 'w.id'))
    .innerJoin('account as a', 'a.id', 'c.account_id')
    .select(['w.id', 'w.title', 'a.realname as operator', 'c.since'])
    .where('c.account_id', '!=', operatorId)
    .where(isHeld(sql.ref('c.until')))
    .orderBy('c.since')
    .limit(100)
    .execute();
}
