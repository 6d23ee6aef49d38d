import { invoiceStatus, invoiceType } from '../../../domain/business/codes/invoices.ts';
import { orderKind, payStatus, payType } from '../../../domain/business/codes/orders.ts';
import { maskAccount } from '../../../domain/kit/text/masking.ts';
import { formatYuan } from '../../../domain/kit/text/money.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { typedPhone } from '../../../domain/kit/text/typed.ts';
import type { Invoice, InvoiceLine, InvoiceRow } from '../../../contract/console/invoices.ts';
import { pick } from '../../desk/lists/list-row.ts';
import type { ListedInvoice } from './invoice-list.ts';
import { sameOnWire, type FoundInvoice, type InvoicedOrder } from './find-invoice.ts';

export function invoiceRowOf(invoice: ListedInvoice, refundedOrders: readonly string[]): InvoiceRow {
  return {
    id: invoice.id,
    head: invoice.head,
    type: invoiceType.code(invoice.type),
    type_name: invoiceType.label(invoice.type),
    mobile: invoice.mobile,
    username: invoice.username,
    tax_num: invoice.taxNum,
    money: formatYuan(Number(invoice.amountFen)),
    create_time: formatTime(invoice.createdAt),
    invoiceStatus: invoiceStatus.code(invoice.status),
    invoiceStatusName: invoiceStatus.label(invoice.status),
    refunded_orders: [...refundedOrders],
    red_num: invoice.redNum,
  };
}

/** An invoice with all fields of its request and decisions. */
export function invoiceOf(invoice: FoundInvoice): Invoice {
  return {
    ...pick(invoice, sameOnWire),
    mobile: typedPhone(invoice.mobile),
    phone_number: typedPhone(invoice.phone_number),
    post_phone_number: typedPhone(invoice.post_phone_number),
    type: invoiceType.code(invoice.type),
    type_name: invoiceType.label(invoice.type),
    money: formatYuan(Number(invoice.amount_fen)),
    create_time: formatTime(invoice.created_at),
    status: invoiceStatus.code(invoice.status),
    status_name: invoiceStatus.label(invoice.status),
    check_first_name: invoice.first_name,
    check_first_time: timeOrEmpty(invoice.first_at),
    check_review_name: invoice.review_name,
    check_review_time: timeOrEmpty(invoice.review_at),
    check_remark: invoice.review_remark,
    deal_time: invoice.deal_day ?? '',
    red_time: invoice.red_day ?? '',
    red_user: invoice.red_name,
    refunded_orders: [...invoice.refunded_orders],
  };
}

export function invoiceLineOf(order: InvoicedOrder): InvoiceLine {
  return {
    order_no: order.orderNo,
    create_time: formatTime(order.createdAt),
    trade_no: order.tradeNo ?? '',
    pay_type: order.payType && payType.code(order.payType),
    pay_type_name: order.payType ? payType.label(order.payType) : '',
    order_type: orderKind.code(order.kind),
    order_type_name: orderKind.label(order.kind),
    buyer_id: maskAccount(order.payer),
    balance: formatYuan(Number(order.amountFen)),
    pay: payStatus.code(order.payStatus),
    pay_name: payStatus.label(order.payStatus),
  };
}

function timeOrEmpty(instant: Date | null): string {
  return instant ? formatTime(instant) : '';
}
