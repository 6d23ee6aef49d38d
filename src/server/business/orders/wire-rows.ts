import { orderKind, payStatus, payType, type PayType } from '../../../domain/business/codes/orders.ts';
import { businessType, orderType } from '../../../domain/business/codes/points.ts';
import { userType } from '../../../domain/business/codes/users.ts';
import { formatYuan } from '../../../domain/kit/text/money.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { ChargeRow, OrderRow } from '../../../contract/console/orders.ts';
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
    pay_name: payStatus.label(order.payStatus),
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

function paidBy(type: PayType | null): { payType: number | null; payType_name: string } {
  return { payType: type && payType.code(type), payType_name: type ? payType.label(type) : '' };
}
