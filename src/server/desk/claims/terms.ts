import { sql, type RawBuilder } from 'kysely';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { TrailObject } from '../../../domain/business/trail/trail-names.ts';
import type { Tx } from '../../platform/db/database.ts';
import { clockNow, leaseEnd } from '../../platform/db/lease.ts';
import { conflict, refuse, type Refusal } from '../../platform/http/refusal.ts';
import type { Config } from '../../platform/runtime/config.ts';
import { recordTrail, type Actor } from '../trail/trail.ts';

// What bounds the claims of an operator, so that nobody keeps a queue from the others. The same for users, invoices and applications.

export type ClaimTerms = Config['claims'];

/** The end of a claim that is taken or renewed now. @param since when the renewed claim began; null for a new one. */
export function claimEnd(since: Date | null, { seconds, longestSeconds }: ClaimTerms): RawBuilder<Date> {
  const began = since === null ? clockNow : sql<Date>`${since}::timestamptz`;
  return sql<Date>`least(${leaseEnd(seconds, clockNow)}, ${leaseEnd(longestSeconds, began)})`;
}

/**
 * SQL: until when the last operator of a case cannot take it again, because the claim reached its longest time or was revoked; null if they
 * can. Without this rest, the page of the same operator would take the case back at once.
 */
export function rest(claim: ClaimColumns, { seconds, longestSeconds }: ClaimTerms): RawBuilder<Date | null> {
  const end = leaseEnd(seconds, sql<Date>`${claim.until}`);
  return sql<Date | null>`case when ${claim.until} >= ${leaseEnd(longestSeconds, sql<Date>`${claim.since}`)}
    and ${claim.until} <= ${clockNow} and ${end} > ${clockNow} then ${end} end`;
}
interface ClaimColumns {
  readonly since: RawBuilder<unknown>;
  readonly until: RawBuilder<unknown>;
}

/** The lease of a revoked claim: it has just reached its longest time. */
export function revokedLease({ longestSeconds }: ClaimTerms) {
  return { since: leaseEnd(-longestSeconds), until: leaseEnd(0) };
}

/** @param heldBy whose claim was revoked. @throws a conflict if it was nobody's. */
export async function recordRevoked(tx: Tx, operator: Actor, object: TrailObject, heldBy: string | null): Promise<void> {
  if (heldBy === null) throw conflict('该申请目前无人处理');
  await recordTrail(tx, operator, { action: '释放他人的处理', object, before: { claimedBy: heldBy }, after: { claimedBy: null } });
}

export function ended(until: Date): Refusal {
  return refuse(`您处理该申请的时限已到，或已被管理员释放，${formatTime(until)}前请由他人处理`);
}

/**
 * Serialises an operator's claims until the transaction ends.
 * @param held counts the claims that they hold. @throws a refusal if one more would be too many.
 */
export async function refuseMore(tx: Tx, operatorId: string, { most }: ClaimTerms, held: HeldCount): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`claims\n${operatorId}`}, 0))`.execute(tx);
  const { count } = await held.executeTakeFirstOrThrow();
  if (count >= most) throw refuse(`您正在处理的同类申请已有 ${count} 件，请先完成或放下其中一件`);
}
interface HeldCount {
  executeTakeFirstOrThrow(): Promise<{ readonly count: number }>;
}
