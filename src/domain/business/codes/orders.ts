import { codeTable, type NameOf } from './code-table.ts';

/** State of an order's payment. */
export const payStatus = codeTable({
  unpaid: [1, '待支付'],
  paid: [2, '已支付'],
  failed: [3, '支付失败'],
  refunded: [5, '已退款'],
});
export type PayStatus = NameOf<typeof payStatus>;

export const payType = codeTable({
  transfer: [1, '对公转账'],
  wechat: [2, '微信'],
  alipay: [3, '支付宝'],
  cloud: [4, '云收款'],
});
export type PayType = NameOf<typeof payType>;

/** What a payment order buys: `orderType` of 公证订单, `order_type` of an invoice's lines. The codes are those of `orderType` (points). */
export const orderKind = codeTable({
  recharge: [1, '充值'],
  notarization: [2, '出证'],
});
export type OrderKind = NameOf<typeof orderKind>;
