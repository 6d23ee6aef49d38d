import type { Tx } from '../server/platform/db/database.ts';
import { demoAccounts } from '../server/access/session/demo-accounts.ts';
import { dayMs } from '../domain/kit/text/time.ts';
import { before, between, earlier, hourMs, minuteMs, type DemoClock } from './data/clock.ts';
import { withIds } from './data/explicit-ids.ts';
import { orderNo, payTypeOf, tradeNo } from './data/order-numbers.ts';
import { itemAt, seeded } from './data/random.ts';

/**
 * Abandoned applications for notarization: never paid, with a failed payment, or withdrawn and refunded if paid. Reviewed applications
 * belong to another part of the demo.
 */
export async function unpaidApplications(tx: Tx, clock: DemoClock): Promise<void> {
  const acceptors = demoAccounts.operators.filter(({ accepts }) => accepts);
  const drafts = draftsOf(await coverable(tx, clock), clock);
  for (const [at, { id, random, first, own, created_at }] of (await withIds(tx, 'notarization_order', drafts)).entries()) {
    const order_no = orderNo(random, created_at);
    const amount_fen = String(10_000 + 2_000 * own.length);
    const ending = random.pick(endings);
    const tried_at = new Date(created_at.getTime() + random.int(1, 40) * minuteMs);
    const ended_at = new Date(Math.min(created_at.getTime() + random.int(2, 60) * hourMs, clock.today.getTime() - hourMs));
    const payment =
      ending === 'unpaid' || ending === 'withdrawn' ? null : { pay_type: payTypeOf(random), trade_no: tradeNo(random, tried_at) };
    const acceptor = itemAt(acceptors, at);
    const isWithdrawn = ending === 'withdrawn' || ending === 'refunded';
    await tx
      .insertInto('notarization_order')
      .values({
        id,
        order_no,
        ...applicantOf(first, random.chance(60)),
        amount_fen,
        pieces: own.length,
        created_at,
        pay_status: payStatusOf[ending],
        ...payment,
        paid_at: ending === 'refunded' ? tried_at : null,
        status: isWithdrawn ? 'withdrawn' : 'pending',
        decided_at: isWithdrawn ? ended_at : null,
        acceptor_id: acceptor.id,
        acceptor_name: acceptor.realname,
      })
      .execute();
    await tx
      .insertInto('notarization_evidence')
      .values(own.map((one, at) => ({ order_id: id, position: at + 1, evidence_id: one.id })))
      .execute();
    if (payment) {
      const result = ending === 'failed' ? ('fail' as const) : ('success' as const);
      const row = { order_no, amount_fen, ...payment, result, app_id: 'demo-pay', at: tried_at };
      await tx
        .insertInto('payment')
        .values(await withIds(tx, 'payment', [row]))
        .execute();
    }
    if (ending === 'refunded') {
      const row = { refund_order_no: orderNo(random, ended_at), order_no, amount_fen, reason: '申请人撤回', at: ended_at };
      await tx
        .insertInto('refund')
        .values(await withIds(tx, 'refund', [row]))
        .execute();
    }
  }
}

const wanted = 110;
type Ending = 'unpaid' | 'failed' | 'withdrawn' | 'refunded';
const endings: readonly Ending[] = ['unpaid', 'unpaid', 'unpaid', 'failed', 'withdrawn', 'refunded', 'refunded'];
const payStatusOf = { unpaid: 'unpaid', failed: 'failed', withdrawn: 'unpaid', refunded: 'refunded' } as const;

type Coverable = Awaited<ReturnType<typeof coverable>>[number];

/** Stored evidence of approved users, which applications may cover. */
function coverable(tx: Tx, clock: DemoClock) {
  return tx
    .selectFrom('evidence')
    .innerJoin('users', 'users.id', 'evidence.user_id')
    .select(['evidence.id', 'evidence.user_id', 'evidence.saved_at', 'users.type', 'users.name', 'users.mobile', 'users.id_card'])
    .where('file_status', '=', 'stored')
    .where('users.status', '=', 'approved')
    .where('saved_at', '<', before(clock.today, 12 * hourMs))
    .orderBy('evidence.id')
    .execute();
}

/** When each application was submitted, and the evidence of one user that it covers, in order of time. */
function draftsOf(evidence: readonly Coverable[], clock: DemoClock) {
  return Array.from({ length: wanted }, (_, at) => {
    const random = seeded('finance application', at);
    const first = random.pick(evidence);
    const own = evidence
      .filter(({ user_id, saved_at }) => user_id === first.user_id && saved_at <= first.saved_at)
      .slice(-random.int(1, 5));
    const latest = earlier(new Date(first.saved_at.getTime() + 45 * dayMs), before(clock.today, 2 * hourMs));
    const created_at = between(random, new Date(first.saved_at.getTime() + hourMs), latest);
    return { random, first, own, created_at };
  }).toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
}

function applicantOf({ user_id, type, name, mobile, id_card }: Coverable, isMailed: boolean) {
  const shown = name || mobile;
  return {
    user_id,
    type,
    name: shown,
    mobile,
    send_type: isMailed ? ('mail' as const) : ('pickup' as const),
    applicant: JSON.stringify({ name: shown, mobile, idcard: id_card, address: '', email: '' }),
    recipient: JSON.stringify({ name: isMailed ? shown : '', mobile: isMailed ? mobile : '', address: '', postcode: '' }),
  };
}
