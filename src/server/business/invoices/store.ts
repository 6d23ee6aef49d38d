import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { OrderKind, PayStatus } from '../../../domain/business/codes/orders.ts';
import type { InvoiceStatus } from '../../../domain/business/codes/invoices.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

// Queries that lock or change invoices, and the orders that they hold.
//
// Order of locks: the invoice; then its orders, applications before recharges, each table in ascending order of ids. A new invoice is not
// visible to others yet, so its orders are locked before it. Payments, refunds and reviews lock one order and no invoice. An order that is
// changed twice has its foreign keys checked again; the invoice is therefore locked FOR NO KEY UPDATE, which allows that.

/** The invoice, locked. A concurrent review waits, and then sees the decision. */
export function lockInvoice(tx: Tx, id: string) {
  return tx
    .selectFrom('invoice')
    .select(['id', 'user_id', 'status', 'type', 'first_by', 'red_at', sql<string | null>`deal_day::text`.as('deal_day')])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
export type LockedInvoice = NonNullable<Awaited<ReturnType<typeof lockInvoice>>>;

/** Changes a locked invoice. */
export async function changeInvoice(
  tx: Tx,
  { id, status }: { readonly id: string; readonly status: InvoiceStatus },
  values: Updateable<Tables['invoice']>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('invoice')
    .set(values)
    .where('id', '=', id)
    .where('status', '=', status)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`invoice ${id} was not locked`);
}

export type Order = Pick<Selectable<Tables['recharge_order']>, 'id' | 'order_no' | 'amount_fen' | 'pay_status' | 'invoice_id'> & {
  readonly kind: OrderKind;
};

/** The user's orders with these numbers, locked, by number. Concurrent calls that name the same order wait for each other. */
export async function lockOrders(tx: Tx, userId: string, numbers: readonly string[]): Promise<ReadonlyMap<string, Order>> {
  const found = new Map<string, Order>();
  for (const [kind, table] of tables) {
    const rows = await tx
      .selectFrom(table)
      .select(['id', 'order_no', 'amount_fen', 'pay_status', 'invoice_id'])
      .where('user_id', '=', userId)
      .where('order_no', '=', sql<string>`any(${[...numbers]})`)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    for (const row of rows) found.set(row.order_no, { ...row, kind });
  }
  return found;
}

/** Inserts an invoice over locked orders, and writes its id into them. @returns the id. */
export async function insertInvoice(tx: Tx, invoice: Insertable<Tables['invoice']>, orders: readonly Order[]): Promise<string> {
  const { id } = await tx.insertInto('invoice').values(invoice).returning('id').executeTakeFirstOrThrow();
  await tx
    .insertInto('invoice_order')
    .values(orders.map(({ kind, order_no, amount_fen }, position) => ({ invoice_id: id, position, kind, order_no, amount_fen })))
    .execute();
  for (const [kind, table] of tables) {
    const ids = orders.filter((order) => order.kind === kind).map((order) => order.id);
    if (ids.length > 0) await tx.updateTable(table).set({ invoice_id: id }).where('id', 'in', ids).execute();
  }
  return id;
}

/** The orders of an invoice, locked, so that none is refunded before the transaction ends. */
export async function lockHeldOrders(tx: Tx, id: string): Promise<{ order_no: string; pay_status: PayStatus }[]> {
  const held = [];
  for (const [, table] of tables)
    held.push(
      ...(await tx
        .selectFrom(table)
        .select(['order_no', 'pay_status'])
        .where('invoice_id', '=', id)
        .orderBy('id')
        .forNoKeyUpdate()
        .execute()),
    );
  return held;
}

/** Releases the orders of a rejected invoice, so that a new one may name them. */
export async function freeOrders(tx: Tx, id: string): Promise<void> {
  for (const [, table] of tables) await tx.updateTable(table).set({ invoice_id: null }).where('invoice_id', '=', id).execute();
}

/** Releases the paid orders of a cancelled invoice. Refunded ones stay, because they are its reason. */
export async function freePaidOrders(tx: Tx, id: string): Promise<void> {
  for (const [, table] of tables)
    await tx.updateTable(table).set({ invoice_id: null }).where('invoice_id', '=', id).where('pay_status', '=', 'paid').execute();
}

const tables = [
  ['notarization', 'notarization_order'],
  ['recharge', 'recharge_order'],
] as const satisfies readonly (readonly [OrderKind, keyof Tables])[];
