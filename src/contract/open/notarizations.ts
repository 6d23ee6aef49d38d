import { z } from 'zod';
import { limits } from '../../domain/codes/limits.ts';
import { sendType } from '../../domain/codes/notarizations.ts';
import type { IntakeCall } from './call.ts';
import { comparing, inputObject, noFields } from './faults.ts';
import {
  codeOf,
  evidenceNumber,
  identity,
  name,
  optionalEmail,
  optionalName,
  optionalText,
  phone,
  shortText,
  uniqueId,
  userId,
} from './fields.ts';

const applicant = inputObject({
  name,
  mobile: phone,
  idcard: identity,
  address: shortText(300),
  email: optionalEmail,
});
const recipient = inputObject({
  name: optionalName,
  mobile: z.union([z.literal(''), phone], 'must be a telephone number of 5 to 20 digits').default(''),
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
    body: inputObject({
      unique_id: uniqueId,
      user_id: userId,
      baoquan: z
        .array(evidenceNumber)
        .min(1)
        .max(limits.evidencePerApplication)
        .refine((numbers) => new Set(numbers).size === numbers.length, 'names an evidence twice'),
      sendType: codeOf(sendType),
      applicant,
      /** May be omitted if the applicant collects the document themselves. */
      recipient: recipient.optional(),
    }).refine(({ sendType: way, recipient: to }) => way !== 'mail' || (to && to.name !== '' && to.mobile !== '' && to.address !== ''), {
      path: ['recipient'],
      message: 'needs name, mobile and address for sending',
      ...comparing('sendType', 'recipient'),
    }),
    output: z.object({ orderId: z.string(), order_no: z.string(), money: z.string() }),
  },
  getNotarization: {
    method: 'GET',
    path: '/open/v1/notarizations/:orderId',
    summary: '查询出证申请',
    caller: 'any',
    body: noFields,
    output: applicationState,
  },
  withdrawNotarization: {
    method: 'POST',
    path: '/open/v1/notarizations/:orderId/withdraw',
    summary: '撤回尚未审核的出证申请，退回已支付的费用',
    caller: 'any',
    body: noFields,
    output: applicationState,
  },
} as const satisfies Record<string, IntakeCall>;
