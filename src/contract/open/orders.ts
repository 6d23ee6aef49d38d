import { z } from 'zod';
import { limits } from '../../domain/business/codes/limits.ts';
import { payType } from '../../domain/business/codes/orders.ts';
import { halfWidth } from '../../domain/kit/text/half-width.ts';
import { parseYuan } from '../../domain/kit/text/money.ts';
import { isPlainLine } from '../../domain/kit/text/storable.ts';
import type { IntakeCall } from './call.ts';
import { inputObject } from './faults.ts';
import { characters, codeOf, controlFault, optionalText, shortText, uniqueId, userId } from './fields.ts';

const yuan = z.string().transform((text, context) => {
  const fen = parseYuan(text);
  if (fen !== null) return fen;
  context.addIssue({
    code: 'custom',
    message: 'must be yuan with at most two decimals, such as 128.00 (金额应为元，最多两位小数，如128.00，不要千分位和符号)',
  });
  return z.NEVER;
});

/** In one spelling, because the same number counts once. */
const tradeNumber = characters(z.string().overwrite(halfWidth).min(1), 128)
  .refine(isPlainLine, controlFault)
  .refine((number) => !number.includes(' '), 'has a blank within (交易流水号中间有空格，请去掉)');

/** Recharges of points, and payments for orders of both kinds. */
export const orderIntakeCalls = {
  createRecharge: {
    method: 'POST',
    path: '/open/v1/recharges',
    summary: '积分充值下单',
    caller: 'any',
    body: inputObject({ unique_id: uniqueId, user_id: userId, points: z.number().int().min(1).max(limits.giftPointsMax) }),
    output: z.object({ order_no: z.string(), money: z.string() }),
  },
  recordPayment: {
    method: 'POST',
    path: '/open/v1/payments',
    summary: '支付结果通知；对公转账成功须以 multipart 附上凭证 transfer_img',
    caller: 'platform',
    body: inputObject({
      unique_id: uniqueId,
      order_no: shortText(64),
      trade_no: tradeNumber,
      pay_type: codeOf(payType),
      money: yuan,
      /** The payer's account at the bank or wallet, if the gateway reports it. */
      payer: optionalText(limits.payerChars),
      result: z.enum(['SUCCESS', 'FAIL']).transform((result) => (result === 'SUCCESS' ? ('success' as const) : ('fail' as const))),
    }),
    pictures: ['transfer_img'],
    mayBeJson: true,
    output: z.object({ order_no: z.string(), payStatus: z.number(), refundOrderNo: z.string() }),
  },
} as const satisfies Record<string, IntakeCall>;
