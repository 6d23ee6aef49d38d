import { invoiceStatus } from '../../../domain/business/codes/invoices.ts';
import { notarialStatus } from '../../../domain/business/codes/notarizations.ts';
import { orderKind, payStatus, payType, type PayStatus, type PayType } from '../../../domain/business/codes/orders.ts';
import { businessType, orderType } from '../../../domain/business/codes/points.ts';
import { userType } from '../../../domain/business/codes/users.ts';
import { paymentWord, shownStatus, type NotarizationStatus } from '../../../domain/business/rules/notarization.ts';
import { maskAccount } from '../../../domain/kit/text/masking.ts';
import { formatYuan } from '../../../domain/kit/text/money.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { typedPhone } from '../../../domain/kit/text/typed.ts';
import type { ChargeRow, OrderDetail, OrderRow } from '../../../contract/console/orders.ts';
import type { FoundOrder } from './find-order.ts';
import type { ListedOrder, ListedCharge } from './order-lists.ts';

export function orderRowOf(order: ListedOrder): OrderRow {
  return {
    orderNo: order.orderNo,
    orderType: orderKind.code('notarization'),
    orderType_name: orderKind.label('notarization'),
    orderTypeName: orderKind.label('notarization'),
    trade_no: order.tradeNo ?? '',
    name: order.name,
    companyName: order.type === 'enterprise' ? order.name : '',
    mobile: order.mobile,
    type: userType.code(order.type),
    type_name: userType.label(order.type),
    addTime: formatTime(order.createdAt),
    money: formatYuan(Number(order.amountFen)),
    pay: payStatus.code(order.payStatus),
    pay_name: paymentWord(order.payStatus, order.status),
    ...paidBy(order.payType),
  };
}

export function chargeRowOf(charge: ListedCharge): ChargeRow {
  return {
    order_no: charge.orderNo,
    name: charge.name,
    companyName: charge.type === 'enterprise' ? charge.name : '',
    mobile: charge.mobile,
    balance: Number(charge.points),
    ...paidBy(charge.payType),
    orderType: orderType.code(charge.orderType),
    orderType_name: orderType.label(charge.orderType),
    oType: businessType.code(charge.business),
    oType_name: businessType.label(charge.business),
    type: userType.code(charge.type),
    type_name: userType.label(charge.type),
    pay: payStatus.code(charge.payStatus),
    pay_name: payStatus.label(charge.payStatus),
    create_time: formatTime(charge.createdAt),
  };
}

/** @param urlOf the page of an object such as `user/17`; empty if the operator may not open it. */
export function orderDetailOf(order: FoundOrder, urlOf: (object: string) => string): OrderDetail {
  const { subject, refund, payments } = order;
  const paid = payments.find(({ result, trade_no: tradeNo }) => result === 'success' && tradeNo === order.trade_no);
  return {
    orderNo: order.order_no,
    ...businessOf(subject),
    userId: order.user_id,
    user_url: urlOf(`user/${order.user_id}`),
    name: order.name,
    mobile: typedPhone(order.mobile),
    type: userType.code(order.type),
    type_name: userType.label(order.type),
    addTime: formatTime(order.created_at),
    money: order.amount_fen === null ? '' : formatYuan(Number(order.amount_fen)),
    points: subject.kind === 'points' ? subject.points : null,
    pay: payStatus.code(order.pay_status),
    pay_name: subject.kind === 'application' ? paymentWord(order.pay_status, subject.status) : payStatus.label(order.pay_status),
    ...paidBy(order.pay_type),
    trade_no: order.trade_no ?? '',
    pay_time: order.paid_at ? formatTime(order.paid_at) : '',
    buyer_id: maskAccount(paid?.payer ?? ''),
    refund: refund
      ? {
          refundOrderNo: refund.refund_order_no,
          money: formatYuan(Number(refund.amount_fen)),
          reason: refund.reason,
          refund_time: formatTime(refund.at),
        }
      : null,
    payments: payments.map((notice) => ({
      id: notice.id,
      time: formatTime(notice.at),
      trade_no: notice.trade_no,
      pay_type_name: payType.label(notice.pay_type),
      money: formatYuan(Number(notice.amount_fen)),
      is_paid: notice.result === 'success',
      result_name: notice.result === 'success' ? '支付成功' : '支付失败',
      buyer_id: maskAccount(notice.payer),
    })),
    ...leadsTo(order, urlOf),
  };
}

/** The objects that an order leads to, as far as the operator may open them. */
function leadsTo({ subject, invoice, pay_status: paid }: FoundOrder, urlOf: (object: string) => string) {
  const applicationUrl = subject.kind === 'application' ? urlOf(`application/${subject.id}`) : '';
  const invoiceUrl = invoice ? urlOf(`invoice/${invoice.id}`) : '';
  const paidFor = subject.kind === 'points' ? paidForObjects(subject.reference).map(urlOf) : [];
  const evidenceUrl = paidFor.find((url) => url !== '') ?? '';
  return {
    application:
      subject.kind === 'application' && applicationUrl !== ''
        ? {
            url: applicationUrl,
            status: notarialStatus.code(shownStatus[subject.status]),
            status_name: applicationWord(subject.status, paid),
            remark: subject.status === 'withdrawn' ? withdrawn : '',
            num: subject.pieces,
            acceptor_name: subject.acceptorName,
          }
        : null,
    invoice:
      invoice && invoiceUrl !== ''
        ? {
            id: invoice.id,
            url: invoiceUrl,
            head: invoice.head,
            money: formatYuan(Number(invoice.amount_fen)),
            status: invoiceStatus.code(invoice.status),
            status_name: invoice.red_num === '' ? invoiceStatus.label(invoice.status) : '已红冲',
            is_flushed: invoice.red_num !== '',
          }
        : null,
    evidence: subject.kind === 'points' && evidenceUrl !== '' ? { baoquan: subject.reference, url: evidenceUrl } : null,
  };
}

/** What points were spent on: an evidence, or a capture or recording that may still be on its way to one. */
export function paidForObjects(number: string): string[] {
  return [`evidence/${number}`, `capture/${number}`, `recording/${number}`];
}

const withdrawn = '已撤回';

/** Nobody reviews an application before it is paid, so it does not wait for a review then. */
function applicationWord(status: NotarizationStatus, paid: PayStatus): string {
  if (status === 'withdrawn') return withdrawn;
  return status === 'pending' && paid !== 'paid' ? '' : notarialStatus.label(shownStatus[status]);
}

/** What was bought, or what the points were spent on. */
function businessOf(subject: FoundOrder['subject']): Pick<OrderDetail, 'orderType' | 'orderTypeName'> {
  if (subject.kind === 'application') return { orderType: orderKind.code('notarization'), orderTypeName: orderKind.label('notarization') };
  return { orderType: orderType.code(subject.orderType), orderTypeName: businessType.label(subject.business) };
}

function paidBy(type: PayType | null): { payType: number | null; payType_name: string } {
  return { payType: type && payType.code(type), payType_name: type ? payType.label(type) : '' };
}
