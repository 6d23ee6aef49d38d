import { randomBytes } from 'node:crypto';
import type { Database } from '../../../src/server/platform/db/database.ts';
import type { PayStatus } from '../../../src/domain/business/codes/orders.ts';
import type { UserType } from '../../../src/domain/business/codes/users.ts';
import { grant } from '../../../src/server/business/points/ledger.ts';

let serial = 0;

/** A user for one test, with the fields that orders need. */
export async function payer(
  db: Database,
  { type = 'enterprise', name = '澄帆科技', ...given }: { type?: UserType; name?: string; mobile?: string } = {},
): Promise<{ id: string; mobile: string; type: UserType; name: string }> {
  serial += 1;
  const { mobile = `104${String(serial * 7919).padStart(8, '0')}` } = given;
  return db
    .insertInto('users')
    .values({ type, status: 'approved', name, mobile, registered_at: new Date() })
    .returning(['id', 'mobile', 'type', 'name'])
    .executeTakeFirstOrThrow();
}

export interface OrderOptions {
  readonly amountFen?: number;
  readonly status?: PayStatus;
  readonly at?: Date;
}

/** A recharge order in the state that the payment intake leaves, including its payment and its points. @returns its number. */
export async function rechargeOrder(
  db: Database,
  user: Awaited<ReturnType<typeof payer>>,
  { amountFen = 10_000, status = 'paid', at = new Date() }: OrderOptions = {},
): Promise<string> {
  const order = orderOf(user, { amountFen, status, at }, 'wechat');
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('recharge_order')
      .values({ ...order, points: '5' })
      .execute();
    await addPayment(tx, order);
    if (order.paid_at) await grant(tx, { userId: user.id, points: 5, source: 'recharge', reference: order.order_no });
  });
  return order.order_no;
}

/** An order of notarization with its payment. @returns its number. */
export async function notarizationOrder(
  db: Database,
  user: Awaited<ReturnType<typeof payer>>,
  { amountFen = 12_000, status = 'paid', at = new Date() }: OrderOptions = {},
): Promise<string> {
  const order = orderOf(user, { amountFen, status, at }, 'alipay');
  const decided = status === 'refunded' ? ({ status: 'withdrawn', decided_at: at } as const) : ({ status: 'pending' } as const);
  await db
    .insertInto('notarization_order')
    .values({ ...order, ...decided, pieces: 1, send_type: 'pickup', applicant: '{}', recipient: '{}' })
    .execute();
  await addPayment(db, order);
  return order.order_no;
}

/** The common fields of both kinds of orders. */
function orderOf(
  { id: user_id, type, name, mobile }: Awaited<ReturnType<typeof payer>>,
  { amountFen, status, at }: Required<OrderOptions>,
  payType: 'wechat' | 'alipay',
) {
  const order_no = orderNo();
  const isPaid = status === 'paid' || status === 'refunded';
  return {
    order_no,
    user_id,
    type,
    name,
    mobile,
    amount_fen: String(amountFen),
    created_at: at,
    pay_status: status,
    pay_type: isPaid ? payType : null,
    trade_no: isPaid ? `T${order_no}` : null,
    paid_at: isPaid ? at : null,
  };
}

/** The payment of an order, if it has one, and its refund. */
async function addPayment(db: Database, { order_no, amount_fen, pay_status, pay_type, trade_no, paid_at: at }: ReturnType<typeof orderOf>) {
  if (pay_type === null || trade_no === null || at === null) return;
  await db.insertInto('payment').values({ order_no, trade_no, pay_type, amount_fen, result: 'success', app_id: 'test', at }).execute();
  if (pay_status === 'refunded')
    await db.insertInto('refund').values({ refund_order_no: orderNo(), order_no, amount_fen, reason: '测试', at }).execute();
}

function orderNo(): string {
  return `20260801${randomBytes(8).toString('hex').toUpperCase()}`;
}
