import { defineList } from '../db/list.ts';

/**
 * A keyword of this form is the beginning of an order number, whose first eight characters are a day: no mobile looks like it. Order numbers are
 * not cut into pieces as names are: a hundred pieces a row would cost every booking of points more than the booking itself.
 */
const orderNumber = /^20\d{6}[0-9A-Za-z]{4,}$/;

/** Orders of notarization, newest first. Declared in migration 0023. */
export const orderList = defineList({
  name: 'orders',
  table: 'notarization_order',
  time: 'created_at',
  columns: { id: 'id', orderNo: 'order_no', tradeNo: 'trade_no', name: 'name', mobile: 'mobile', type: 'type', createdAt: 'created_at', amountFen: 'amount_fen', payStatus: 'pay_status', payType: 'pay_type' },
  counted: [[], ['pay_status']],
  keyword: { columns: ['name', 'mobile'], exact: { column: 'order_no', form: orderNumber, isBeginning: true } },
  ranges: {},
  summed: ['amount_fen'],
});

/** Recharges and consumptions of points, newest first. Declared in migration 0023. */
export const chargeList = defineList({
  name: 'charges',
  table: 'charge_order',
  time: 'created_at',
  columns: { id: 'id', orderNo: 'order_no', name: 'name', mobile: 'mobile', points: 'points', payType: 'pay_type', orderType: 'order_type', business: 'business', type: 'type', payStatus: 'pay_status', createdAt: 'created_at' },
  counted: [[], ['pay_status'], ['type'], ['type', 'pay_status']],
  keyword: { columns: ['name', 'mobile'], exact: { column: 'order_no', form: orderNumber, isBeginning: true } },
  ranges: {},
  summed: ['recharged', 'consumed'],
});

/** Invoices, newest first. Declared in migration 0023. */
export const invoiceList = defineList({
  name: 'invoices',
  table: 'invoice',
  time: 'created_at',
  columns: { id: 'id', head: 'head', type: 'type', mobile: 'mobile', username: 'username', taxNum: 'tax_num', amountFen: 'amount_fen', createdAt: 'created_at', status: 'status' },
  counted: [[], ['status']],
  keyword: { columns: ['head', 'mobile', 'username', 'tax_num'] },
  ranges: {},
  summed: ['amount_fen'],
});
