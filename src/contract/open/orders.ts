import { z } from 'zod';
import type { CodeTable } from '../../domain/codes/code-table.ts';
import { sendType } from '../../domain/codes/notarizations.ts';
import { payType } from '../../domain/codes/orders.ts';
import { limits } from '../../domain/codes/limits.ts';
import { parseYuan } from '../../domain/text/money.ts';
import { optionalText, shortText, uniqueId, userId } from './fields.ts';

const mobile = z
  .string()
  .trim()
  .regex(/^[0-9+-]{5,20}$/, 'must be 5 to 20 digits');
const named = <Name extends string>(table: CodeTable<Name>) =>
  // A multipart body has digits where JSON has a number.
  z.union([z.number(), z.string().regex(/^\d$/).transform(Number)]).transform((code, context): Name => {
    const name = table.nameOf(code);
    if (name !== undefined) return name;
    context.addIssue({ code: 'custom', message: `must be one of ${table.codes.join(', ')}` });
    return z.NEVER;
  });
const yuan = z.string().transform((text, context) => {
  const fen = parseYuan(text);
  if (fen !== null) return fen;
  context.addIssue({ code: 'custom', message: 'must be yuan with at most two decimals, such as 128.00' });
  return z.NEVER;
});

const applicant = z.object({
  name: shortText(100),
  mobile,
  idcard: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[0-9A-Z()-]{5,30}$/, 'is not an identity number'),
  address: shortText(300),
  email: z.union([z.literal(''), z.email().max(200)]).default(''),
});
const recipient = z.object({
  name: optionalText(100),
  mobile: z.union([z.literal(''), mobile]).default(''),
  address: optionalText(300),
  postcode: optionalText(20),
});

const applicationState = z.object({
  orderId: z.string(),
  order_no: z.string(),
  money: z.string(),
  payStatus: z.number(),
  /** 1 under way, 2 succeeded, 3 ended by withdrawal, 4 failed. */
  progress: z.number(),
  /** The remark of a review that failed; empty otherwise. */
  reason: z.string(),
  /** Empty where nothing was given back. */
  refundOrderNo: z.string(),
});

/** Orders of money: applications for notarization, recharges of points, and what is paid for them. */
export const orderCalls = {
  createNotarization: {
    method: 'POST',
    path: '/open/v1/notarizations',
    summary: '申请出证：一份申请包含同一用户的 1 到 100 个存证或取证编号',
    caller: 'any',
    body: z
      .object({
        unique_id: uniqueId,
        user_id: userId,
        baoquan: z
          .array(
            z
              .string()
              .trim()
              .toUpperCase()
              .regex(/^[0-9A-F]{32}$/, 'is not an evidence number'),
          )
          .min(1)
          .max(limits.evidencePerApplication)
          .refine((numbers) => new Set(numbers).size === numbers.length, 'names an evidence twice'),
        sendType: named(sendType),
        applicant,
        /** May be left out where the applicant fetches the document himself. */
        recipient: recipient.optional(),
      })
      .refine(({ sendType: way, recipient: to }) => way !== 'mail' || (to && to.name !== '' && to.mobile !== '' && to.address !== ''), {
        path: ['recipient'],
        message: 'name, mobile and address are needed for sending',
      }),
    output: z.object({ orderId: z.string(), order_no: z.string(), money: z.string() }),
  },
  getNotarization: {
    method: 'GET',
    path: '/open/v1/notarizations/:orderId',
    summary: '查询出证申请',
    caller: 'any',
    body: z.object({}),
    output: applicationState,
  },
  withdrawNotarization: {
    method: 'POST',
    path: '/open/v1/notarizations/:orderId/withdraw',
    summary: '撤回尚未审核的出证申请，退回已支付的费用',
    caller: 'any',
    body: z.object({}),
    output: applicationState,
  },
  createRecharge: {
    method: 'POST',
    path: '/open/v1/recharges',
    summary: '积分充值下单',
    caller: 'any',
    body: z.object({ unique_id: uniqueId, user_id: userId, points: z.number().int().min(1).max(limits.giftPointsMax) }),
    output: z.object({ order_no: z.string(), money: z.string() }),
  },
  recordPayment: {
    method: 'POST',
    path: '/open/v1/payments',
    summary: '支付结果通知；对公转账成功须以 multipart 附上凭证 transfer_img',
    caller: 'platform',
    body: z.object({
      unique_id: uniqueId,
      order_no: shortText(64),
      trade_no: shortText(128),
      pay_type: named(payType),
      money: yuan,
      /** The payer's account at the bank or wallet, where the gateway tells it. */
      payer: optionalText(limits.payerChars),
      result: z.enum(['SUCCESS', 'FAIL']).transform((result) => (result === 'SUCCESS' ? ('success' as const) : ('fail' as const))),
    }),
    pictures: ['transfer_img'],
    mayBeJson: true,
    output: z.object({ order_no: z.string(), payStatus: z.number(), refundOrderNo: z.string() }),
  },
} as const;
export type OrderCalls = typeof orderCalls;
