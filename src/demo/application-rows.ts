import { sql } from 'kysely';
import { formatTime } from '../domain/kit/text/time.ts';
import type { Tx } from '../server/platform/db/database.ts';
import type { StoredPicture } from '../server/platform/db/json.ts';
import type { ObjectStore } from '../server/platform/storage/store.ts';
import { itemAt, seeded } from './data/random.ts';
import type { DemoApplication } from './applications.ts';
import { payerOf } from './data/order-numbers.ts';
import { storeTransfer } from './pictures/transfer-pictures.ts';

/** An application, with the stored receipt if it was paid by bank transfer. */
export interface StoredApplication {
  readonly application: DemoApplication;
  readonly id: string;
  readonly picture: StoredPicture | null;
  /** The number of its refund; null if nothing was refunded. */
  readonly refundNo: string | null;
  /** The number of its document; null unless the application passed. */
  readonly document: { readonly year: number; readonly serial: number; readonly number: string } | null;
}

/** Draws the receipts of transfers and numbers refunds and documents. Documents are numbered in the order of passing, from 1 each year. */
export async function storeApplications(all: readonly DemoApplication[], store: Pick<ObjectStore, 'put'>): Promise<StoredApplication[]> {
  const passed = all.filter(({ status }) => status === 'passed').toSorted((a, b) => timeOf(a) - timeOf(b));
  const years = passed.map((application) => Number(formatTime(new Date(timeOf(application))).slice(0, 4)));
  const pictures = await Promise.all(
    all.map(({ payment, amountFen, name }) =>
      payment?.payType === 'transfer'
        ? storeTransfer({ payer: name, amountFen, at: payment.at, tradeNo: payment.tradeNo, purpose: '公证费' }, store)
        : null,
    ),
  );
  return all.map((application, at) => {
    const place = passed.indexOf(application);
    const year = years[place];
    const serial = years.slice(0, place + 1).filter((one) => one === year).length;
    const isRefunded = application.payment !== null && (application.status === 'failed' || application.status === 'withdrawn');
    return {
      application,
      id: String(at + 1),
      picture: pictures[at] ?? null,
      refundNo: isRefunded ? refundNumber(application) : null,
      document: year === undefined ? null : { year, serial, number: `（${year}）存公证字第${serial}号` },
    };
  });
}

/** Inserts the applications as the server would have left them. Their documents are still to be made. */
export async function insertApplications(tx: Tx, all: readonly StoredApplication[]): Promise<void> {
  await tx.insertInto('notarization_order').values(all.map(orderRow)).execute();
  const covered = all.flatMap(({ id, application: { numbers } }) =>
    numbers.map((number, at) => ({ order_id: id, position: at + 1, number })),
  );
  await sql`insert into notarization_evidence (order_id, position, evidence_id)
    select c.order_id, c.position, e.id from jsonb_to_recordset(${JSON.stringify(covered)}::jsonb) as c (order_id bigint,
      position integer, number text) left join evidence e on e.number = c.number`.execute(tx);
  const payments = all.flatMap(({ application: { orderNo, amountFen, failedAt, payment } }) => [
    ...(failedAt
      ? [
          {
            order_no: orderNo,
            trade_no: `F${orderNo}`,
            pay_type: 'wechat' as const,
            amount_fen: String(amountFen),
            result: 'fail' as const,
            app_id: 'demo-pay',
            at: failedAt,
          },
        ]
      : []),
    ...(payment
      ? [
          {
            order_no: orderNo,
            trade_no: payment.tradeNo,
            pay_type: payment.payType,
            amount_fen: String(amountFen),
            result: 'success' as const,
            app_id: 'demo-pay',
            payer: payerOf(orderNo, payment.payType),
            at: payment.at,
          },
        ]
      : []),
  ]);
  await tx
    .insertInto('payment')
    .values(payments.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    .execute();
  const decided = all
    .filter(({ application: { status } }) => status === 'passed' || status === 'failed')
    .toSorted((a, b) => timeOf(a.application) - timeOf(b.application));
  const checks = decided.map(({ id, application: { status, acceptor, decision } }) => ({
    order_id: id,
    verifier_id: acceptor.id,
    verifier: acceptor.realname,
    at: decision?.at ?? new Date(0),
    result: status === 'passed' ? ('passed' as const) : ('failed' as const),
    reason: decision?.remark ?? '',
  }));
  await tx.insertInto('notarization_check').values(checks).execute();
  const refunds = all.flatMap(({ refundNo, application: { orderNo, amountFen, status, decision } }) =>
    refundNo === null || !decision
      ? []
      : [
          {
            refund_order_no: refundNo,
            order_no: orderNo,
            amount_fen: String(amountFen),
            reason: status === 'withdrawn' ? '申请人撤回' : decision.remark,
            at: decision.at,
          },
        ],
  );
  await tx
    .insertInto('refund')
    .values(refunds.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    .execute();
  const documents = decided.flatMap(({ id, document, application: { acceptor, decision } }) =>
    document && decision ? [{ order_id: id, ...document, notary: acceptor.realname, passed_at: decision.at }] : [],
  );
  await tx.insertInto('notarial_document').values(documents).execute();
  // Documents become due one by one, at the pace at which they are made, so that one passed meanwhile does not wait for all of them.
  await sql`insert into notarial_document_waiting (document_id, next_at)
    select id, clock_timestamp() + row_number() over (order by passed_at desc) * interval '2 seconds' from notarial_document`.execute(tx);
  await sql`insert into notarial_series (year, last) select year, max(serial) from notarial_document group by year`.execute(tx);
  await sql`select setval(pg_get_serial_sequence('notarization_order', 'id'), (select max(id) from notarization_order))`.execute(tx);
}

function orderRow({ application, id, picture, refundNo }: StoredApplication) {
  const { payment, applicant, mailTo, acceptor, decision, failedAt } = application;
  const unpaid = failedAt ? ('failed' as const) : ('unpaid' as const);
  return {
    id,
    order_no: application.orderNo,
    user_id: application.userId,
    type: application.type,
    name: application.name,
    mobile: application.mobile,
    amount_fen: String(application.amountFen),
    pieces: application.numbers.length,
    send_type: mailTo ? ('mail' as const) : ('pickup' as const),
    applicant: JSON.stringify(applicant),
    recipient: JSON.stringify(mailTo ?? { name: applicant.name, mobile: applicant.mobile, address: '', postcode: '' }),
    pay_status: refundNo !== null ? ('refunded' as const) : payment ? ('paid' as const) : unpaid,
    pay_type: payment?.payType ?? null,
    trade_no: payment?.tradeNo ?? null,
    paid_at: payment?.at ?? null,
    due_at: payment?.dueAt ?? null,
    transfer_img: picture && JSON.stringify(picture),
    status: application.status,
    acceptor_id: acceptor.id,
    acceptor_name: acceptor.realname,
    remark: decision?.remark ?? '',
    decided_at: decision?.at ?? null,
    created_at: application.createdAt,
  };
}

function timeOf({ decision }: DemoApplication): number {
  return decision?.at.getTime() ?? 0;
}

function refundNumber({ orderNo, decision }: DemoApplication): string {
  const random = seeded('notarizations', 'refund', orderNo);
  const digits = Array.from({ length: 16 }, () => itemAt([...'0123456789ABCDEF'], random.int(0, 16))).join('');
  return (
    formatTime(decision?.at ?? new Date(0))
      .slice(0, 10)
      .replaceAll('-', '') + digits
  );
}
