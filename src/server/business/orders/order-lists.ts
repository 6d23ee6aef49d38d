import { orderNumberStart } from '../../../domain/business/rules/order-number.ts';
import { defineList } from '../../desk/lists/list.ts';
import type { ListRow } from '../../desk/lists/list-row.ts';

/** Orders of notarization, newest first. Declared in migrations/baseline/0010_orders.sql. */
export const orderList = defineList({
  name: 'orders',
  table: 'notarization_order',
  time: 'created_at',
  columns: {
    id: 'id',
    orderNo: 'order_no',
    tradeNo: 'trade_no',
    name: 'name',
    mobile: 'mobile',
    type: 'type',
    createdAt: 'created_at',
    amountFen: 'amount_fen',
    payStatus: 'pay_status',
    payType: 'pay_type',
    status: 'status',
  },
  counted: [[], ['pay_status']],
  keyword: {
    columns: ['name', 'mobile'],
    number: 'numbers',
    exact: { column: 'order_no', form: orderNumberStart, isBeginning: true, isEither: true },
  },
  ranges: {},
  summed: ['amount_fen'],
});
export type ListedOrder = ListRow<typeof orderList>;

/** Recharges and consumptions of points, newest first. Declared in migrations/baseline/0010_orders.sql. */
export const chargeList = defineList({
  name: 'charges',
  table: 'charge_order',
  time: 'created_at',
  columns: {
    id: 'id',
    orderNo: 'order_no',
    name: 'name',
    mobile: 'mobile',
    points: 'points',
    payType: 'pay_type',
    orderType: 'order_type',
    business: 'business',
    type: 'type',
    payStatus: 'pay_status',
    createdAt: 'created_at',
  },
  counted: [[], ['pay_status'], ['type'], ['type', 'pay_status']],
  keyword: {
    columns: ['name', 'mobile'],
    number: 'numbers',
    exact: { column: 'order_no', form: orderNumberStart, isBeginning: true, isEither: true },
  },
  ranges: {},
  summed: ['recharged', 'consumed'],
});
export type ListedCharge = ListRow<typeof chargeList>;
