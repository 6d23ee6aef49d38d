import type { Insertable } from 'kysely';
import type { PayStatus } from '../../../domain/business/codes/orders.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

// Queries that write refunds.
//
// Order of locks: none of its own, because the caller has already locked the application.

/** Writes a refund, and the new payment status of its order. */
export async function insertRefund(
  tx: Tx,
  { id, pay_status }: { readonly id: string; readonly pay_status: PayStatus },
  refund: Insertable<Tables['refund']>,
  next: PayStatus,
): Promise<void> {
  await tx.insertInto('refund').values(refund).execute();
  const { numUpdatedRows } = await tx
    .updateTable('notarization_order')
    .set({ pay_status: next })
    .where('id', '=', id)
    .where('pay_status', '=', pay_status)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`order ${refund.order_no} was not locked`);
}
