import type { z } from 'zod';
import type { invoiceIntakeCalls } from '../../../contract/open/invoices.ts';
import { invoiceStatus, invoiceType } from '../../../domain/business/codes/invoices.ts';
import type { UserType } from '../../../domain/business/codes/users.ts';
import { formatYuan } from '../../../domain/kit/text/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { conflict, IntakeRefusal } from '../../open/signed/refusal.ts';
import { approvedUser } from '../users/evidence-owner.ts';
import { emitInvoice } from './invoice-event.ts';
import { insertInvoice, lockOrders, type Order } from './store.ts';

type Given = Omit<z.output<(typeof invoiceIntakeCalls)['createInvoice']['body']>, 'unique_id'>;

/**
 * Requests an invoice over paid orders that are under no other invoice; its amount is their sum. Concurrent requests that name the same
 * order run one after another.
 * @throws IntakeRefusal 404 for an unknown user or an order of another user, 403 if the user is not verified, 409 if an order is not paid
 * or has an invoice.
 */
export async function createInvoice(
  tx: Tx,
  { user_id, type: typeCode, order_nos, ...given }: Given,
  actor: Actor,
): Promise<{ id: string; status: number; money: string }> {
  const user = await approvedUser(tx, user_id);
  const type = invoiceType.nameOf(typeCode);
  if (!type) throw new IntakeRefusal(400, 'malformed', 'type: is unknown');
  assertTaxNumber(user.type, given.tax_num);
  const orders = openOrders(await lockOrders(tx, user_id, order_nos), order_nos);
  const amountFen = orders.reduce((sum, { amount_fen }) => sum + Number(amount_fen), 0);
  const id = await insertInvoice(
    tx,
    {
      user_id,
      user_type: user.type,
      username: user.name || user.mobile,
      mobile: user.mobile,
      type,
      ...given,
      amount_fen: String(amountFen),
      created_at: new Date(),
    },
    orders,
  );
  await recordTrail(tx, actor, {
    action: '申请开票',
    object: `invoice/${id}`,
    after: { user: user_id, type, amountFen, orders: [...order_nos] },
  });
  await emitInvoice(tx, { id, user_id }, 'pending');
  return { id, status: invoiceStatus.code('pending'), money: formatYuan(amountFen) };
}

/** An enterprise's invoice must carry its taxpayer number. Source: 国家税务总局公告2017年第16号, article 1. */
function assertTaxNumber(type: UserType, taxNum: string): void {
  if (type === 'enterprise' && taxNum === '') throw new IntakeRefusal(400, 'malformed', 'tax_num: is needed for an enterprise');
}

/** The orders, in the order of the request. An order of another user is answered as if it did not exist. */
function openOrders(found: ReadonlyMap<string, Order>, numbers: readonly string[]): Order[] {
  return numbers.map((number) => {
    const order = found.get(number);
    if (!order) throw new IntakeRefusal(404, 'unknown', `order_nos: there is no order ${number}`);
    if (order.pay_status !== 'paid') throw conflict(`order_nos: ${number} is not paid`);
    if (order.invoice_id !== null) throw conflict(`order_nos: ${number} has an invoice`);
    return order;
  });
}
