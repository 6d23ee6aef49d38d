import type { Tx } from '../server/platform/db/database.ts';
import { before, between, hourMs, minuteMs, type DemoClock } from './data/clock.ts';
import { withIds } from './data/explicit-ids.ts';
import { demoInvoices } from './invoices.ts';
import { orderNo, payTypeOf, tradeNo } from './data/order-numbers.ts';
import { seeded } from './data/random.ts';
import type { TrailRow } from './data/row.ts';
import { unpaidApplications } from './unpaid-applications.ts';

/**
 * Makes the finance data beside the paid recharges and the reviewed applications: unpaid orders, abandoned applications, and invoices over
 * paid orders. @returns the trail's rows.
 */
export async function seedFinance(tx: Tx, clock: DemoClock): Promise<TrailRow[]> {
  await insertUnpaidRecharges(tx, clock);
  await unpaidApplications(tx, clock);
  return demoInvoices(tx, clock);
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
