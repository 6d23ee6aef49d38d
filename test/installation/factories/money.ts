import { randomBytes } from 'node:crypto';
import type { Database } from '../../../src/server/db/database.ts';
import type { PayStatus } from '../../../src/domain/codes/orders.ts';
import type { UserType } from '../../../src/domain/codes/users.ts';
import { grant } from '../../../src/server/points/ledger.ts';

let serial = 0;

/** A user of a test's own, with what hangs on orders. */
export async function payer(
  db: Database,
  { type = 'enterprise', name = '澄帆科技' }: { type?: UserType; name?: string } = {},
): Promise<{ id: string; mobile: string; type: UserType; name: string }> {
  serial += 1;
  const mobile = `104${String(serial * 7919).padStart(8, '0')}`;
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

/** A recharge order as the payment intake leaves it, its payment and its points included. @returns its number. */
export async function rechargeOrder(
  db: Database,
  user: Awaited<ReturnType<typeof payer>>,
  { amountFen = 10_000, status = 'paid', at = new Date() }: OrderOptions = {},
): Promise<string> {
  const order_no = orderNo();
  const isPaid = status === 'paid' || status === 'refunded';
  const trade_no = `T${order_no}`;
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('recharge_order')
      .values({
        order_no,
        user_id: user.id,
        type: user.type,
        name: user.name,
        mobile: user.mobile,
        points: '5',
        amount_fen: String(amountFen),
        pay_status: status,
        pay_type: isPaid ? 'wechat' : null,
        trade_no: isPaid ? trade_no : null,
        paid_at: isPaid ? at : null,
        created_at: at,
      })
      .execute();
    if (!isPaid) return;
    await tx
      .insertInto('payment')
      .values({ order_no, trade_no, pay_type: 'wechat', amount_fen: String(amountFen), result: 'success', app_id: 'test', at })
      .execute();
    await grant(tx, { userId: user.id, points: 5, source: 'recharge', reference: order_no });
    if (status === 'refunded')
      await tx
        .insertInto('refund')
        .values({ refund_order_no: orderNo(), order_no, amount_fen: String(amountFen), reason: '测试', at })
        .execute();
  });
  return order_no;
}

/** An order of notarization with its payment. @returns its number. */
export async function notarizationOrder(
  db: Database,
  user: Awaited<ReturnType<typeof payer>>,
  { amountFen = 12_000, status = 'paid', at = new Date() }: OrderOptions = {},
): Promise<string> {
  const order_no = orderNo();
  const isPaid = status === 'paid' || status === 'refunded';
  const trade_no = `T${order_no}`;
  const isOver = status === 'refunded';
  await db
    .insertInto('notarization_order')
    .values({
      order_no,
      user_id: user.id,
      type: user.type,
      name: user.name,
      mobile: user.mobile,
      amount_fen: String(amountFen),
      pieces: 1,
      send_type: 'pickup',
      applicant: '{}',
      recipient: '{}',
      created_at: at,
      pay_status: status,
      pay_type: isPaid ? 'alipay' : null,
      trade_no: isPaid ? trade_no : null,
      paid_at: isPaid ? at : null,
      status: isOver ? 'withdrawn' : 'pending',
      decided_at: isOver ? at : null,
    })
    .execute();
  if (isPaid)
    await db
      .insertInto('payment')
      .values({ order_no, trade_no, pay_type: 'alipay', amount_fen: String(amountFen), result: 'success', app_id: 'test', at })
      .execute();
  if (isOver)
    await db
      .insertInto('refund')
      .values({ refund_order_no: orderNo(), order_no, amount_fen: String(amountFen), reason: '测试', at })
      .execute();
  return order_no;
}

function orderNo(): string {
  return `20260801${randomBytes(8).toString('hex').toUpperCase()}`;
}
