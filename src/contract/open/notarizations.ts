import { z } from 'zod';
import { limits } from '../../domain/business/codes/limits.ts';
import { sendType } from '../../domain/business/codes/notarizations.ts';
import { typedPostcode } from '../../domain/kit/text/typed.ts';
import type { IntakeCall } from './call.ts';
import { comparing, inputObject, noFields } from './faults.ts';
import {
  blank,
  codeOf,
  evidenceNumber,
  identity,
  name,
  optionalEmail,
  optionalName,
  optionalNumber,
  optionalPhone,
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
/** Of China: six digits. Abroad there are others. */
const postcode = optionalNumber(
  typedPostcode,
  /^[0-9A-Z](?:[0-9A-Z -]{0,18}[0-9A-Z])?$/,
  'must be a postcode, six digits in China (邮政编码为6位数字)',
);
const recipient = inputObject({
  name: optionalName,
  mobile: optionalPhone,
  address: optionalText(300),
  postcode,
}).refine(({ mobile, postcode: code }) => mobile.startsWith('+') || !/^\d*$/.test(code) || code.length === 6 || code === '', {
  path: ['postcode'],
  message: 'must be six digits (邮政编码为6位数字)',
  ...comparing('mobile', 'postcode'),
});

/** Who acts for the applicant. */
const agent = inputObject({ name, mobile: phone, idcard: identity });

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
        .refine((numbers) => new Set(numbers).size === numbers.length, 'names an evidence twice (存证编号重复)'),
      sendType: codeOf(sendType),
      applicant,
      /** May be omitted if the applicant collects the document themselves. */
      recipient: recipient.optional(),
      /** What the document is for. */
      purpose: blank(shortText(100)),
      /** How many originals are asked for. */
      copies: z.number().int().min(1).max(limits.documentCopies).optional(),
      agent: agent.optional(),
    }).refine(({ sendType: way, recipient: to }) => way !== 'mail' || (to && to.name !== '' && to.mobile !== '' && to.address !== ''), {
      path: ['recipient'],
      message: 'needs name, mobile and address for sending (邮寄须填写收件人的姓名、手机号和地址)',
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
  getNotarizationDocument: {
    method: 'GET',
    path: '/open/v1/notarizations/:orderId/document',
    summary: '公证书（PDF），出具之前应答 404，文件缺失时 409',
    caller: 'any',
    body: noFields,
    output: z.never(),
    media: 'application/pdf',
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
