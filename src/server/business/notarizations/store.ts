import { sql, type Insertable, type Updateable } from 'kysely';
import type { NotarizationStatus } from '../../../domain/business/rules/notarization.ts';
import { claimEnd, ended, rest, revokedLease, type ClaimTerms } from '../../desk/claims/terms.ts';
import type { Tx } from '../../platform/db/database.ts';
import { clockNow, isHeld } from '../../platform/db/lease.ts';
import type { Tables } from '../../platform/db/tables.ts';

// Queries that lock or change applications, their claims, and the records of their reviews.
//
// Order of locks: all assignments, where an acceptor is chosen (`acceptors/store`); the application; the year whose next number its
// document takes (`document-store`). Several applications are locked in ascending order of their ids, as assignments and invoices do.

/** Restricts a query to applications accepted by this account; null for all (spec/wire, 5, node 37). */
export type Scope = string | null;

/** SQL: whether an application is claimed. Evaluated at the current time, not at the start of a transaction that waited for a lock. */
export const isClaimed = isHeld(sql.ref('claimed_until'), clockNow);

/** Locks the order row only. Every change takes this lock, so changes run one after another. */
export function lockApplication(tx: Tx, id: string, scope: Scope) {
  return tx
    .selectFrom('notarization_order')
    .select([
      'id',
      'order_no',
      'user_id',
      'amount_fen',
      'pay_status',
      'trade_no',
      'status',
      'invoice_id',
      'acceptor_id',
      'acceptor_name',
      'claimed_by',
      'claimed_at',
      'claimed_until',
    ])
    .select(isClaimed.as('is_claimed'))
    .where('id', '=', id)
    .$if(scope !== null, (query) => query.where('acceptor_id', '=', scope))
    .forNoKeyUpdate()
    .executeTakeFirst();
}
export type LockedApplication = NonNullable<Awaited<ReturnType<typeof lockApplication>>>;

/** @param evidenceIds in the order in which the document lists them. @returns the application's id. */
export async function insertApplication(
  tx: Tx,
  application: Insertable<Tables['notarization_order']>,
  evidenceIds: readonly string[],
): Promise<string> {
  const { id } = await tx.insertInto('notarization_order').values(application).returning('id').executeTakeFirstOrThrow();
  await tx
    .insertInto('notarization_evidence')
    .values(evidenceIds.map((evidence_id, at) => ({ order_id: id, position: at + 1, evidence_id })))
    .execute();
  return id;
}

/** Decides a locked application and ends its claim. */
export async function decideApplication(
  tx: Tx,
  { id, status }: Pick<LockedApplication, 'id' | 'status'>,
  decided: { readonly status: NotarizationStatus; readonly decided_at: Date; readonly remark?: string },
): Promise<void> {
  await tx
    .updateTable('notarization_order')
    .set({ ...decided, ...unclaimed })
    .where('id', '=', id)
    .where('status', '=', status)
    .execute();
}

export async function insertCheck(tx: Tx, check: Insertable<Tables['notarization_check']>): Promise<void> {
  await tx.insertInto('notarization_check').values(check).execute();
}

/** Whether this operator has decided the application. */
export async function hasChecked(tx: Tx, id: string, operatorId: string): Promise<boolean> {
  const own = await tx
    .selectFrom('notarization_check')
    .select('id')
    .where('order_id', '=', id)
    .where('verifier_id', '=', operatorId)
    .executeTakeFirst();
  return own !== undefined;
}

/**
 * Claims a locked application for an operator. @param since when the claim began; null for now. @returns the beginning and the end of the
 * claim.
 */
export async function setClaim(
  tx: Tx,
  id: string,
  { operatorId, since, terms }: { readonly operatorId: string; readonly since: Date | null; readonly terms: ClaimTerms },
): Promise<{ since: Date; until: Date }> {
  const { claimed_at, claimed_until } = await tx
    .updateTable('notarization_order')
    .set({
      claimed_by: operatorId,
      claimed_at: since ?? clockNow,
      claimed_until: claimEnd(since, terms),
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning(['claimed_at', 'claimed_until'])
    .executeTakeFirstOrThrow();
  if (!claimed_at || !claimed_until) throw new Error('a claim has a beginning and an end');
  return { since: claimed_at, until: claimed_until };
}

export async function endClaim(tx: Tx, id: string, operatorId: string): Promise<void> {
  await tx.updateTable('notarization_order').set(unclaimed).where('id', '=', id).where('claimed_by', '=', operatorId).execute();
}

/** How many applications an operator has claimed. The states are literals, so that the partial index application_waiting is used. */
export function heldCount(tx: Tx, operatorId: string) {
  return tx
    .selectFrom('notarization_order')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('shown_status', '=', sql.lit('waiting'))
    .where('pay_status', '=', sql.lit('paid'))
    .where('claimed_by', '=', operatorId)
    .where(isClaimed);
}

/** @throws a refusal if the last claim of a locked application was ended a short time ago, so that its operator must wait. */
export async function refuseResting(tx: Tx, id: string, terms: ClaimTerms): Promise<void> {
  const { until } = await tx
    .selectFrom('notarization_order')
    .select(rest({ since: sql.ref('claimed_at'), until: sql.ref('claimed_until') }, terms).as('until'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (until) throw ended(until);
}

/** Ends the claim of a locked application; its operator cannot take it again for a while. */
export async function revokeClaim(tx: Tx, id: string, terms: ClaimTerms): Promise<void> {
  const { since, until } = revokedLease(terms);
  await tx.updateTable('notarization_order').set({ claimed_at: since, claimed_until: until }).where('id', '=', id).execute();
}

const unclaimed = { claimed_by: null, claimed_at: null, claimed_until: null } as const satisfies Updateable<Tables['notarization_order']>;
