import { codeTable, type NameOf } from './code-table.ts';

/** Reason for a gift of points (spec/console, 9.12; the words of spec/screens, 3). */
export const giftType = codeTable({
  giftContract: [1, '合同额度'],
  giftRecharge: [2, '充值赠送'],
  giftTest: [3, '测试额度'],
  giftOther: [4, '其他'],
});
export type GiftType = NameOf<typeof giftType>;

/** Whether points were credited or spent. A gift counts as a recharge. */
export const orderType = codeTable({
  recharge: [1, '充值'],
  consumption: [2, '消费'],
});
export type OrderType = NameOf<typeof orderType>;

/** Purpose of a booking of points. */
export const businessType = codeTable({
  evidence: [1, '存证'],
  web: [2, '网页取证'],
  process: [3, '过程取证'],
  move: [4, '移动端取证'],
  gift: [5, '积分赠送'],
  recharge: [6, '账户积分充值'],
});
export type BusinessType = NameOf<typeof businessType>;
