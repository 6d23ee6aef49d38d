import { invoiceStatus, invoiceType, type InvoiceStatus, type InvoiceType } from '../../domain/codes/invoices.ts';
import { orderKind, payStatus, payType, type OrderKind, type PayStatus, type PayType } from '../../domain/codes/orders.ts';
import { maskAccount } from '../../domain/text/masking.ts';
import { formatYuan } from '../../domain/text/money.ts';
import { formatTime } from '../../domain/text/time.ts';
import type { Invoice, InvoiceLine, InvoiceRow } from '../../contract/console/invoices.ts';

/** An invoice as the list reads it. */
export interface ListedInvoice {
  readonly id: string;
  readonly head: string;
  readonly type: InvoiceType;
  readonly mobile: string;
  readonly username: string;
  readonly taxNum: string;
  readonly amountFen: string;
  readonly createdAt: Date;
  readonly status: InvoiceStatus;
  readonly redNum: string;
  readonly refundedOrders: readonly string[];
}

export function invoiceRowOf({
  id,
  head,
  type,
  mobile,
  username,
  taxNum,
  amountFen,
  createdAt,
  status,
  redNum,
  refundedOrders,
}: ListedInvoice): InvoiceRow {
  return {
    id,
    head,
    type: invoiceType.code(type),
    type_name: invoiceType.label(type),
    mobile,
    username,
    tax_num: taxNum,
    money: formatYuan(Number(amountFen)),
    create_time: formatTime(createdAt),
    invoiceStatus: invoiceStatus.code(status),
    invoiceStatusName: invoiceStatus.label(status),
    refunded_orders: [...refundedOrders],
    red_num: redNum,
  };
}

/** An invoice with everything that was asked for and decided; what has no other name inside than on the wire keeps it. */
export interface WholeInvoice
  extends Pick<
    Invoice,
    | 'id'
    | 'head'
    | 'mobile'
    | 'username'
    | 'tax_num'
    | 'bank_name'
    | 'account'
    | 'street'
    | 'phone_number'
    | 'recipient_name'
    | 'post_phone_number'
    | 'address'
    | 'email'
    | 'remark'
    | 'first_remark'
    | 'deal_user'
    | 'deal_code'
    | 'deal_num'
    | 'courier_number'
    | 'red_num'
  > {
  readonly type: InvoiceType;
  readonly status: InvoiceStatus;
  readonly amount_fen: string;
  readonly created_at: Date;
  readonly first_name: string;
  readonly first_at: Date | null;
  readonly review_name: string;
  readonly review_at: Date | null;
  readonly review_remark: string;
  /** `yyyy-MM-dd`. */
  readonly deal_day: string | null;
  /** `yyyy-MM-dd`. */
  readonly red_day: string | null;
  readonly red_name: string;
  readonly refunded_orders: readonly string[];
}

export function invoiceOf(invoice: WholeInvoice): Invoice {
  const {
    id,
    head,
    mobile,
    username,
    tax_num,
    bank_name,
    account,
    street,
    phone_number,
    recipient_name,
    post_phone_number,
    address,
    email,
    remark,
    first_remark,
    deal_user,
    deal_code,
    deal_num,
    courier_number,
    red_num,
  } = invoice;
  return {
    id,
    head,
    mobile,
    username,
    tax_num,
    bank_name,
    account,
    street,
    phone_number,
    recipient_name,
    post_phone_number,
    address,
    email,
    remark,
    first_remark,
    deal_user,
    deal_code,
    deal_num,
    courier_number,
    red_num,
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

/** One order that an invoice is for, as it stands now. */
export interface InvoicedOrder {
  readonly orderNo: string;
  readonly kind: OrderKind;
  readonly createdAt: Date;
  readonly tradeNo: string | null;
  readonly payType: PayType | null;
  readonly payStatus: PayStatus;
  /** As the gateway told it. */
  readonly payer: string;
  readonly amountFen: string;
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
