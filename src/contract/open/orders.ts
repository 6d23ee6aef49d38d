import { z } from 'zod';
import { limits } from '../../domain/business/codes/limits.ts';
import { payType } from '../../domain/business/codes/orders.ts';
import { parseYuan } from '../../domain/kit/text/money.ts';
import type { IntakeCall } from './call.ts';
import { inputObject } from './faults.ts';
import { codeOf, optionalText, shortText, uniqueId, userId } from './fields.ts';

const yuan = z.string().transform((text, context) => {
  const fen = parseYuan(text);
  if (fen !== null) return fen;
  context.addIssue({ code: 'custom', message: 'must be yuan with at most two decimals, such as 128.00' });
  return z.NEVER;
});

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
      trade_no: shortText(128),
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
