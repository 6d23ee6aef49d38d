import { z } from 'zod';
import { limits } from '../../domain/codes/limits.ts';
import { sendType } from '../../domain/codes/notarizations.ts';
import type { IntakeCall } from './call.ts';
import { codeOf, optionalText, shortText, uniqueId, userId } from './fields.ts';

const mobile = z
  .string()
  .trim()
  .regex(/^[0-9+-]{5,20}$/, 'must be 5 to 20 digits');

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
  /** 1 under way, 2 succeeded, 3 withdrawn, 4 failed. */
  progress: z.number(),
  /** The remark of a refusing review; empty otherwise. */
  reason: z.string(),
  /** Empty if nothing was refunded. */
  refundOrderNo: z.string(),
});

/** Applications for notarization. */
export const notarizationIntakeCalls = {
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
        sendType: codeOf(sendType),
        applicant,
        /** May be omitted if the applicant collects the document themselves. */
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
} as const satisfies Record<string, IntakeCall>;
