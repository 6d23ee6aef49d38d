import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { clockNow, isHeld } from '../../platform/db/lease.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { conflict } from '../../platform/http/refusal.ts';
import { claimEnd, ended, refuseMore, rest, revokedLease, type ClaimTerms } from './terms.ts';

// Claims of operators: leases on cases that wait for a decision (`db/lease`).
//
// Order of locks: the case, then the lock of its operator's claims. Callers of a function that takes a `tx` must have locked the case's
// row.

export type ClaimSubject = Tables['work_claim']['subject'];

export interface Lease {
  readonly since: Date;
  readonly until: Date;
}

/**
 * Claims a case, or renews the operator's own claim, whose `since` is kept.
 * @throws a conflict that says who else has claimed it, and since when; a refusal if the operator has as many cases as they may have, or
 * if their claim was ended a short time ago.
 */
export async function takeClaim(tx: Tx, subject: ClaimSubject, id: string, operatorId: string, terms: ClaimTerms): Promise<Lease> {
  await refuseOthersClaim(tx, subject, id, operatorId);
  const own = await tx
    .selectFrom('work_claim')
    .select('since')
    .select(isHeld(sql.ref('until'), clockNow).as('is_held'))
    .select(rest({ since: sql.ref('since'), until: sql.ref('until') }, terms).as('rests_until'))
    .where('subject', '=', subject)
    .where('subject_id', '=', id)
    .where('account_id', '=', operatorId)
    .executeTakeFirst();
  if (own?.rests_until) throw ended(own.rests_until);
  if (!own?.is_held) await refuseMore(tx, operatorId, terms, heldCount(tx, subject, operatorId));
  const since = own?.is_held ? own.since : null;
  const lease = { account_id: operatorId, since: since ?? clockNow, until: claimEnd(since, terms) };
  return tx
    .insertInto('work_claim')
    .values({ subject, subject_id: id, ...lease })
    .onConflict((found) => found.columns(['subject', 'subject_id']).doUpdateSet(lease))
    .returning(['since', 'until'])
    .executeTakeFirstOrThrow();
}

function heldCount(tx: Tx, subject: ClaimSubject, operatorId: string) {
  return tx
    .selectFrom('work_claim')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('subject', '=', subject)
    .where('account_id', '=', operatorId)
    .where(isHeld(sql.ref('until'), clockNow));
}

/** Ends another operator's claim; that operator cannot take the case again for a while. @returns whose it was, null if nobody's. */
export async function revokeClaim(tx: Tx, subject: ClaimSubject, id: string, terms: ClaimTerms): Promise<string | null> {
  const revoked = await tx
    .updateTable('work_claim')
    .set(revokedLease(terms))
    .where('subject', '=', subject)
    .where('subject_id', '=', id)
    .where(isHeld(sql.ref('until'), clockNow))
    .returning('account_id')
    .executeTakeFirst();
  return revoked?.account_id ?? null;
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

/** Ends the claim of a case: anybody's, as after its decision; or, with an operator, only the one that they hold. */
export async function endClaim(tx: Tx, subject: ClaimSubject, id: string, operatorId?: string): Promise<void> {
  await tx
    .deleteFrom('work_claim')
    .where('subject', '=', subject)
    .where('subject_id', '=', id)
    .$if(operatorId !== undefined, (query) => query.where('account_id', '=', operatorId ?? '').where(isHeld(sql.ref('until'), clockNow)))
    .execute();
}

/** Whether no other operator has claimed a case. @param id the column of the case's ID. */
function isFreeFor(operatorId: string, subject: ClaimSubject, id: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (select from work_claim c
    where c.subject = ${sql.lit(subject)} and c.subject_id = ${id} and c.account_id <> ${operatorId} and ${isHeld(sql.ref('c.until'))})`;
}

/** Whether an operator may claim a case: no other has, and their own claim was not ended a short time ago. */
export function isClaimable(operatorId: string, subject: ClaimSubject, id: RawBuilder<unknown>, terms: ClaimTerms): RawBuilder<SqlBool> {
  const rests = rest({ since: sql.ref('c.since'), until: sql.ref('c.until') }, terms);
  return sql<SqlBool>`(${isFreeFor(operatorId, subject, id)} and not exists (select from work_claim c
    where c.subject = ${sql.lit(subject)} and c.subject_id = ${id} and c.account_id = ${operatorId} and ${rests} is not null))`;
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
