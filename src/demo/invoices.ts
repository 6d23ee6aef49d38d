import { sql } from 'kysely';
import type { InvoiceStatus, InvoiceType } from '../domain/business/codes/invoices.ts';
import type { OrderKind } from '../domain/business/codes/orders.ts';
import type { UserType } from '../domain/business/codes/users.ts';
import { dayMs, formatTime } from '../domain/kit/text/time.ts';
import type { Tx } from '../server/platform/db/database.ts';
import { demoAccounts } from '../server/access/session/demo-accounts.ts';
import { before, between, hourMs, officeTime, type DemoClock } from './data/clock.ts';
import { withIds } from './data/explicit-ids.ts';
import { officeIp } from './data/operator-logins.ts';
import { itemAt, seeded, type Random } from './data/random.ts';
import type { TrailRow } from './data/row.ts';

/** Invoices over paid orders, in every state. A rejected invoice has released its orders. @returns the trail's rows. */
export async function demoInvoices(tx: Tx, clock: DemoClock): Promise<TrailRow[]> {
  const orders = await paidOrders(tx, clock);
  const drafts = [...new Set(orders.map(({ user_id }) => user_id))]
    .flatMap((userId) => bundlesOf(orders.filter(({ user_id }) => user_id === userId)))
    .map((bundle) => draftOf(bundle, clock))
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
  if (drafts.length === 0) return [];
  const made = await withIds(tx, 'invoice', drafts);
  await tx
    .insertInto('invoice')
    .values(made.map(({ bundle: _bundle, ...invoice }) => invoice))
    .execute();
  await tx
    .insertInto('invoice_order')
    .values(
      made.flatMap(({ id, bundle }) =>
        bundle.map(({ kind, order_no, amount_fen }, position) => ({ invoice_id: id, position, kind, order_no, amount_fen })),
      ),
    )
    .execute();
  for (const table of ['notarization_order', 'recharge_order'] as const) {
    await sql`update ${sql.table(table)} o set invoice_id = i.id from invoice_order l
      join invoice i on i.id = l.invoice_id and i.status <> 'rejected' where l.order_no = o.order_no`.execute(tx);
  }
  return made.flatMap(trailOf);
}

interface PaidOrder {
  readonly kind: OrderKind;
  readonly order_no: string;
  readonly amount_fen: string;
  readonly paid_at: Date;
  readonly user_id: string;
  readonly type: UserType;
  readonly name: string;
  readonly mobile: string;
  readonly tax_number: string;
  readonly address: string;
}

/** Orders paid today are not on any invoice yet. */
async function paidOrders(tx: Tx, clock: DemoClock): Promise<PaidOrder[]> {
  const { rows } = await sql<PaidOrder>`
    select o.*, coalesce(nullif(u.name, ''), u.mobile) as name, u.mobile, u.type, u.tax_number, s.address
    from (
      select 'notarization' as kind, order_no, amount_fen, paid_at, user_id from notarization_order where billing = 'open'
      union all select 'recharge', order_no, amount_fen, paid_at, user_id from recharge_order where billing = 'open') o
    join users u on u.id = o.user_id and u.status = 'approved'
    join lateral (select address from user_submission s where s.user_id = u.id and s.decision = 'approve' order by s.id desc limit 1) s
      on true
    where o.paid_at < ${before(clock.today, 2 * hourMs)}
    order by o.user_id, o.paid_at, o.order_no`.execute(tx);
  return rows;
}

/** Groups most of a user's orders, one to three per invoice, in order of payment. */
function bundlesOf(orders: readonly PaidOrder[]): PaidOrder[][] {
  const bundles: PaidOrder[][] = [];
  for (let at = 0; at < orders.length; ) {
    const random = seeded('finance bundle', itemAt(orders, at).order_no);
    const size = random.pick([1, 1, 1, 2, 3]);
    if (random.chance(72)) bundles.push(orders.slice(at, at + size));
    at += size;
  }
  return bundles;
}

function draftOf(bundle: PaidOrder[], clock: DemoClock) {
  const first = itemAt(bundle, 0);
  const random = seeded('finance invoice', first.order_no);
  const paidAt = itemAt(bundle, bundle.length - 1).paid_at;
  const type: InvoiceType =
    first.type === 'enterprise'
      ? random.pick(['special', 'special', 'electronic', 'electronic', 'ordinary'])
      : random.pick(['electronic', 'electronic', 'electronic', 'ordinary']);
  const isSent = type !== 'electronic';
  const isSpecial = type === 'special';
  return {
    bundle,
    type,
    user_id: first.user_id,
    user_type: first.type,
    username: first.name,
    mobile: first.mobile,
    head: first.name,
    tax_num: first.tax_number,
    bank_name: isSpecial ? `${first.address.slice(0, 3)}示范商业银行${random.pick(['营业部', '城东支行', '高新支行'])}` : '',
    // Bank accounts never begin with zeros.
    account: isSpecial ? `0000${random.int(10 ** 8, 10 ** 9)}${random.int(10 ** 5, 10 ** 6)}` : '',
    street: isSpecial ? first.address : '',
    phone_number: isSpecial ? first.mobile : '',
    recipient_name: isSent ? first.name : '',
    post_phone_number: isSent ? first.mobile : '',
    address: isSent ? first.address : '',
    email: `u${first.user_id}@example.com`,
    remark: random.chance(30) ? random.pick(['请尽快开具', '发票内容请写公证费', '请与合同一并寄送', '月底前需入账']) : '',
    amount_fen: String(bundle.reduce((sum, { amount_fen }) => sum + Number(amount_fen), 0)),
    ...historyOf(random, type, paidAt, clock),
  };
}

/** Time of the request and the decisions so far. Recent requests still wait. */
function historyOf(random: Random, type: InvoiceType, paidAt: Date, clock: DemoClock) {
  const wanted: InvoiceStatus = random.pick(wantedStatuses);
  const recent = new Date(Math.max(paidAt.getTime(), clock.today.getTime() - (wanted === 'pending' ? 8 : 14) * dayMs));
  const isOpen = wanted === 'pending' || wanted === 'submitted';
  const isToday = wanted === 'pending' && random.chance(25);
  const created_at = isToday
    ? clock.wakingAt(random.int(0, 9900))
    : isOpen
      ? between(random, recent, before(clock.today, hourMs))
      : between(random, paidAt, new Date(Math.min(paidAt.getTime() + 40 * dayMs, clock.today.getTime() - hourMs)));
  // At least three days later, and so after any weekend.
  const firstAt = officeTime(random, new Date(created_at.getTime() + random.int(3, 5) * dayMs));
  const reviewAt = officeTime(random, new Date(firstAt.getTime() + random.int(3, 5) * dayMs));
  const isFirstThere = wanted !== 'pending' && firstAt < clock.today;
  const isReviewThere = isFirstThere && !isOpen && reviewAt < clock.today;
  const isRejectedFirst = wanted === 'rejected' && isFirstThere && random.chance(50);
  const status: InvoiceStatus = isRejectedFirst ? 'rejected' : isReviewThere ? wanted : isFirstThere ? 'submitted' : 'pending';
  const isIssued = status === 'issued';
  const hasFinal = isReviewThere && !isRejectedFirst;
  const isDigital = random.chance(50);
  return {
    created_at,
    status,
    first_by: isFirstThere ? reviewer.id : null,
    first_name: isFirstThere ? reviewer.realname : '',
    first_at: isFirstThere ? firstAt : null,
    first_remark: isRejectedFirst ? random.pick(reasons) : isFirstThere && random.chance(25) ? '订单与到账核对一致' : '',
    review_by: hasFinal ? cashier.id : null,
    review_name: hasFinal ? cashier.realname : '',
    review_at: hasFinal ? reviewAt : null,
    review_remark: hasFinal && !isIssued ? random.pick(reasons) : '',
    deal_day: isIssued ? formatTime(reviewAt).slice(0, 10) : null,
    deal_user: isIssued ? cashier.realname : '',
    // Codes begin with an area, and area 99 does not exist.
    deal_code: isIssued && !isDigital ? `099002600${random.int(100, 1000)}` : '',
    deal_num: isIssued ? (isDigital ? `26990000000${random.int(10 ** 8, 10 ** 9)}` : String(random.int(10 ** 7, 10 ** 8))) : '',
    courier_number: isIssued && type !== 'electronic' ? `YS0000${random.int(10 ** 8, 10 ** 9)}` : '',
  };
}

const wantedStatuses: readonly InvoiceStatus[] = [
  'pending',
  'submitted',
  ...Array.from({ length: 6 }, () => 'issued' as const),
  'rejected',
  'rejected',
];
const reviewer = itemAt(demoAccounts.operators, 4);
const cashier = itemAt(demoAccounts.operators, 5);
const reasons = ['税号与抬头不一致', '抬头填写有误', '开户行信息不完整', '收件地址不详细'] as const;

function trailOf(
  invoice: { readonly id: string; readonly user_id: string; readonly type: InvoiceType; readonly amount_fen: string } & ReturnType<
    typeof historyOf
  > & { readonly bundle: readonly PaidOrder[] },
): TrailRow[] {
  const object = `invoice/${invoice.id}` as const;
  const act = (
    at: Date,
    by: typeof reviewer | typeof cashier,
    action: TrailRow['action'],
    from: InvoiceStatus,
    to: InvoiceStatus,
    remark: string,
  ): TrailRow => ({
    at,
    actor_kind: 'operator',
    actor_id: by.id,
    actor_name: by.realname,
    ip: officeIp,
    action,
    object,
    before: { status: from },
    after: { status: to, remark },
  });
  const afterFirst = invoice.review_at || invoice.status === 'submitted' ? 'submitted' : invoice.status;
  const orders = invoice.bundle.map(({ order_no }) => order_no);
  return [
    {
      at: invoice.created_at,
      actor_kind: 'client',
      actor_id: 'demo-app',
      actor_name: '存证 App',
      ip: '192.0.2.8',
      action: '申请开票',
      object,
      before: null,
      after: { user: invoice.user_id, type: invoice.type, amountFen: Number(invoice.amount_fen), orders },
    },
    ...(invoice.first_at ? [act(invoice.first_at, reviewer, '发票初审', 'pending', afterFirst, invoice.first_remark)] : []),
    ...(invoice.review_at ? [act(invoice.review_at, cashier, '财务开票', 'submitted', invoice.status, invoice.review_remark)] : []),
  ];
}
