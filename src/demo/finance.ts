import { sql } from 'kysely';
import type { Tx } from '../server/db/database.ts';
import { before, between, hourMs, minuteMs, type DemoClock } from './data/clock.ts';
import { withIds } from './data/explicit-ids.ts';
import { demoInvoices } from './invoices.ts';
import { orderNo, payerOf, payTypeOf, tradeNo } from './data/order-numbers.ts';
import { seeded } from './data/random.ts';
import type { TrailRow } from './data/row.ts';
import { unpaidApplications } from './unpaid-applications.ts';

/**
 * Makes the finance data from the bookings of the demo's other parts: an order and a payment for every recharge of points, some unpaid
 * orders, abandoned applications, and invoices over paid orders. @returns the trail's rows.
 */
export async function seedFinance(tx: Tx, clock: DemoClock): Promise<TrailRow[]> {
  await orderRecharges(tx);
  await insertUnpaidRecharges(tx, clock);
  await unpaidApplications(tx, clock);
  return demoInvoices(tx, clock);
}

/** Makes an order for each recharge that was booked without one: one yuan per point, numbered like the booking. */
async function orderRecharges(tx: Tx): Promise<void> {
  const { rows } = await sql<{
    order_no: string;
    at: Date;
    points: string;
    user_id: string;
    type: 'personal' | 'enterprise';
    name: string;
    mobile: string;
  }>`
    select t.order_no, t.at, t.points, u.id as user_id, u.type, coalesce(nullif(u.name, ''), u.mobile) as name, u.mobile
    from points_transfer t join points_account h on h.id = t.from_account and h.kind = 'recharge'
    join points_account a on a.id = t.to_account join users u on u.id = a.user_id
    where not exists (select from recharge_order r where r.order_no in (t.order_no, t.reference)) order by t.at, t.order_no`.execute(tx);
  const paid = rows.map(({ at, points, ...row }) => {
    const random = seeded('finance recharge', row.order_no);
    const amount_fen = `${points}00`;
    const pay_type = payTypeOf(random);
    return {
      ...row,
      at,
      points,
      amount_fen,
      pay_type,
      trade_no: tradeNo(random, at),
      created_at: before(at, random.int(1, 25) * minuteMs),
    };
  });
  if (paid.length === 0) return;
  await tx
    .insertInto('recharge_order')
    .values(
      await withIds(
        tx,
        'recharge_order',
        paid.map(({ at, ...row }) => ({ ...row, pay_status: 'paid' as const, paid_at: at })),
      ),
    )
    .execute();
  const payments = paid.map(({ order_no, trade_no, pay_type, amount_fen, at }) => ({
    order_no,
    trade_no,
    pay_type,
    amount_fen,
    result: 'success' as const,
    app_id: 'demo-pay',
    payer: payerOf(order_no, pay_type),
    at,
  }));
  await tx
    .insertInto('payment')
    .values(await withIds(tx, 'payment', payments))
    .execute();
}

/** Recharge orders that were never paid or whose payment failed. */
async function insertUnpaidRecharges(tx: Tx, clock: DemoClock): Promise<void> {
  const users = await tx
    .selectFrom('users')
    .select(['id', 'type', 'name', 'mobile', 'checked_at'])
    .where('status', '=', 'approved')
    .orderBy('id')
    .execute();
  const tried = users.flatMap(({ id, type, name, mobile, checked_at }) => {
    const random = seeded('finance unpaid recharge', id);
    if (!checked_at || checked_at > before(clock.today, 12 * hourMs) || !random.chance(24)) return [];
    const created_at = between(random, checked_at, before(clock.today, 60 * minuteMs));
    const points = random.pick(type === 'enterprise' ? [500, 1000, 3000] : [50, 100, 300]);
    const hasFailed = random.chance(40);
    const at = new Date(created_at.getTime() + random.int(1, 30) * minuteMs);
    const order = {
      order_no: orderNo(random, created_at),
      user_id: id,
      type,
      name: name || mobile,
      mobile,
      points: String(points),
      amount_fen: `${points}00`,
      created_at,
    };
    return [{ order, failure: hasFailed ? { pay_type: payTypeOf(random), trade_no: tradeNo(random, at), at } : null }];
  });
  const orders = tried.map(({ order, failure }) => ({
    ...order,
    pay_status: failure ? ('failed' as const) : ('unpaid' as const),
    pay_type: failure?.pay_type ?? null,
    trade_no: failure?.trade_no ?? null,
  }));
  await tx
    .insertInto('recharge_order')
    .values(await withIds(tx, 'recharge_order', orders))
    .execute();
  const failures = tried.flatMap(({ order: { order_no, amount_fen }, failure }) =>
    failure ? [{ order_no, amount_fen, ...failure, result: 'fail' as const, app_id: 'demo-pay' }] : [],
  );
  if (failures.length > 0)
    await tx
      .insertInto('payment')
      .values(await withIds(tx, 'payment', failures))
      .execute();
}
