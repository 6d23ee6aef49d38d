import { sql, type Insertable } from 'kysely';
import { createHash } from 'node:crypto';
import type { PayType } from '../domain/business/codes/orders.ts';
import { formatTime } from '../domain/kit/text/time.ts';
import type { Tx } from '../server/platform/db/database.ts';
import { before, between, hourMs, minuteMs, type DemoClock } from './data/clock.ts';
import type { Tables } from '../server/platform/db/tables.ts';
import { seeded } from './data/random.ts';
import type { TrailRow } from './data/row.ts';

/** Number of a recharge order, which is the ledger's reference for it. 24 characters in the server's format. */
export function rechargeNumber(at: Date, name: string): string {
  return (
    formatTime(at).slice(0, 10).replaceAll('-', '') +
    createHash('sha256').update(`demo recharge ${name}`).digest('hex').slice(0, 16).toUpperCase()
  );
}

/** Inserts a paid order for every recharge that the demo has booked, and some orders that were never paid. @returns the trail's rows. */
export async function insertRecharges(tx: Tx, clock: DemoClock): Promise<TrailRow[]> {
  const { rows: booked } = await sql<Booked>`
    select t.reference as "orderNo", t.at, t.points::int as points, u.id as "userId", u.type, u.name, u.mobile
      from points_transfer t join points_account h on h.id = t.from_account and h.kind = 'recharge'
      join points_account a on a.id = t.to_account join users u on u.id = a.user_id order by t.at, t.reference`.execute(tx);
  const orders = [...booked.map((booking) => paidOrder(booking, clock)), ...openOrders(booked, clock)].toSorted(
    (a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.order_no < b.order_no ? -1 : 1),
  );
  await tx.insertInto('recharge_order').values(orders).execute();
  const payments = orders.flatMap(paymentsOf);
  await tx
    .insertInto('payment')
    .values(payments.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.order_no < b.order_no ? -1 : 1)))
    .execute();
  return [...orders.map(orderAct), ...payments.map(paymentAct)];
}

type NewPayment = Insertable<Tables['payment']> & { readonly at: Date };
interface Booked {
  readonly orderNo: string;
  readonly at: Date;
  readonly points: number;
  readonly userId: string;
  readonly type: 'personal' | 'enterprise';
  readonly name: string;
  readonly mobile: string;
}

function paidOrder(booking: Booked, clock: DemoClock) {
  const random = seeded('notarizations', 'recharge', booking.orderNo);
  const trade = `${formatTime(booking.at).replaceAll(/\D/g, '')}${String(random.int(0, 10 ** 9)).padStart(9, '0')}`;
  return {
    ...orderOf(booking),
    created_at: before(booking.at, random.int(20, booking.at < clock.today ? 400 : 60) * 1000),
    pay_status: 'paid' as const,
    pay_type: random.pick<PayType>(['wechat', 'alipay', 'cloud']),
    trade_no: trade,
    paid_at: booking.at,
  };
}

/** Unpaid orders, modelled on recharges booked before today: left open, or with a failed payment. */
function openOrders(booked: readonly Booked[], clock: DemoClock) {
  return booked
    .filter(({ at: bookedAt }, at) => at % 9 === 4 && bookedAt < before(clock.today, hourMs))
    .map((booking, at) => {
      const random = seeded('notarizations', 'open recharge', at);
      const created_at = between(random, booking.at, before(clock.today, 30 * minuteMs));
      const order_no = rechargeNumber(created_at, `open ${at}`);
      return {
        ...orderOf(booking),
        order_no,
        created_at,
        pay_status: random.chance(40) ? ('failed' as const) : ('unpaid' as const),
        pay_type: null,
        trade_no: null,
        paid_at: null,
      };
    });
}

type NewOrder = ReturnType<typeof paidOrder> | ReturnType<typeof openOrders>[number];

function paymentsOf({ order_no, amount_fen, pay_type, trade_no, paid_at, pay_status, created_at }: NewOrder): NewPayment[] {
  const payment = { order_no, amount_fen, app_id: gateway.actor_id };
  if (paid_at && pay_type && trade_no !== null) return [{ ...payment, trade_no, pay_type, result: 'success', at: paid_at }];
  if (pay_status !== 'failed') return [];
  const failedAt = new Date(created_at.getTime() + 40_000);
  return [{ ...payment, trade_no: `F${order_no}`, pay_type: 'wechat', result: 'fail', at: failedAt }];
}

const app = { actor_kind: 'client' as const, actor_id: 'demo-app', actor_name: '存证 App', ip: '198.51.100.20' };
const gateway = { actor_kind: 'client' as const, actor_id: 'demo-pay', actor_name: '支付网关', ip: '198.51.100.20' };

function orderAct({ created_at, order_no, user_id, points, amount_fen }: NewOrder): TrailRow {
  return {
    at: created_at,
    ...app,
    action: '提交充值订单',
    object: `order/${order_no}`,
    before: null,
    after: { user: user_id, points: Number(points), amountFen: Number(amount_fen) },
  };
}

function paymentAct({ at, order_no, result, trade_no, pay_type, amount_fen }: NewPayment): TrailRow {
  const payStatus = result === 'success' ? 'paid' : 'failed';
  return {
    at,
    ...gateway,
    action: '登记支付',
    object: `order/${order_no}`,
    before: { payStatus: 'unpaid' },
    after: { payStatus, result, tradeNo: trade_no, payType: pay_type, amountFen: Number(amount_fen) },
  };
}

function orderOf({ orderNo, userId, type, name, mobile, points }: Booked) {
  return {
    order_no: orderNo,
    user_id: userId,
    type,
    name: name || mobile,
    mobile,
    points: String(points),
    amount_fen: String(points * 100),
  };
}
