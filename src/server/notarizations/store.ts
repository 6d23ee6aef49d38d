import { sql, type Insertable, type Updateable } from 'kysely';
import type { NotarizationStatus } from '../../domain/rules/notarization.ts';
import type { Tx } from '../db/database.ts';
import { clockNow, isHeld, leaseEnd } from '../db/lease.ts';
import type { Tables } from '../db/tables.ts';

// What locks or changes applications, their claims, and the records of their reviews.
//
// Order of locks: all assignments, where an acceptor is chosen (`acceptors/store`); the application; the year whose next number its
// document takes (`document-store`). Whoever locks several applications, as assignments and invoices do, begins with the smallest id.

/** Whose applications are looked among: those that this account has accepted, or, with null, all (wire, section 5, node 37). */
export type Scope = string | null;

/** Whether an operator has an application in hand. Who waited for its lock is told as of now, not as of when they began to wait. */
export const isClaimed = isHeld(sql.ref('claimed_until'), clockNow);

/** The order alone, locked: every change of it waits here for the one before. */
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
    .forUpdate()
    .executeTakeFirst();
}
export type LockedApplication = NonNullable<Awaited<ReturnType<typeof lockApplication>>>;

/** @param evidenceIds in the order in which the document names them. @returns the application's id. */
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

/** Ends what may be done with a locked application, and whose claim it was. */
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

/** Whether this operator has reviewed the application. */
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
 * Lets an operator have a locked application for so long from now. @param since when they began; now where it is left out.
 * @returns from when until when they have it.
 */
export async function setClaim(
  tx: Tx,
  id: string,
  { operatorId, since, seconds }: { readonly operatorId: string; readonly since: Date | null; readonly seconds: number },
): Promise<{ since: Date; until: Date }> {
  const { claimed_at, claimed_until } = await tx
    .updateTable('notarization_order')
    .set({
      claimed_by: operatorId,
      claimed_at: since ?? clockNow,
      claimed_until: leaseEnd(seconds, clockNow),
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

const unclaimed = { claimed_by: null, claimed_at: null, claimed_until: null } as const satisfies Updateable<Tables['notarization_order']>;
