import { z } from 'zod';
import { anchorFields } from '../anchor-wire.ts';
import type { CodeTable } from '../../domain/codes/code-table.ts';
import { deviceSystem, evidenceKind } from '../../domain/codes/evidence.ts';
import { feedbackType } from '../../domain/codes/feedback.ts';
import { userType } from '../../domain/codes/users.ts';
import { limits } from '../../domain/codes/limits.ts';
import { isPlainLine, isPlainText } from '../../domain/text/storable.ts';
import { characters, enumeration, optionalText, sha256, shortText, time, uniqueId, userId } from './fields.ts';
import { orderCalls } from './orders.ts';
import { invoiceIntakeCalls } from './invoices.ts';

/** One call of the intake API: JSON (or multipart) in and out, proper HTTP status codes (intake). */
export interface IntakeCall<Body extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/open/v1/${string}`;
  readonly summary: string;
  /** `platform`: the office's own clients; `any`: enterprises too, for themselves. */
  readonly caller: 'platform' | 'any';
  readonly body: Body;
  /** Names of the picture parts of a multipart body; none for JSON. */
  readonly pictures?: readonly string[];
  /** Its pictures are for some cases alone: without any the body may be JSON. */
  readonly mayBeJson?: boolean;
  /** Name of the one file part of a multipart body, its last part: streamed, of any size up to the configured limit. */
  readonly file?: string;
  readonly output: Output;
  /** What it answers with instead of JSON; `output` is then what 202 says while there is none. */
  readonly media?: 'text/plain' | 'application/zip';
}

const deviceText = characters(z.coerce.string().trim(), 100).refine(isPlainLine, 'contains control characters').default('');
/** What the device says of itself; members that are not listed are left out. */
const device = z.object({
  name: deviceText,
  model_name: deviceText,
  version: deviceText,
  version_sys: deviceText,
  processor: deviceText,
  core: deviceText,
  type: z.coerce
    .number()
    .refine((code) => deviceSystem.codes.includes(code), 'type must be 1 or 2')
    .default(0),
});

/** A page that anybody could open: no other scheme, and no password in it. */
const pageUrl = characters(z.string().trim(), 2048).transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url.href;
  context.addIssue({ code: 'custom', message: 'must be an http or https address without user name and password' });
  return z.NEVER;
});
const captureState = z.object({
  baoquan_no: z.string(),
  /** WAIT, FELLIN, ING, UPLOAD, SUCCESSED, FAILED or CANCEL. */
  status: z.string(),
  /** Why it failed, in Chinese; empty otherwise. */
  reason: z.string(),
});

/** How the platform's own apps, and enterprises with credentials, put things in. */
export const intakeCalls = {
  createUser: {
    method: 'POST',
    path: '/open/v1/users',
    summary: '登记用户',
    caller: 'platform',
    body: z.object({
      unique_id: uniqueId,
      type: enumeration(userType.codes),
      mobile: z.string().regex(/^[0-9+-]{5,20}$/, 'must be 5 to 20 digits'),
      name: shortText(100),
    }),
    output: z.object({ user_id: z.string() }),
  },
  submitVerification: {
    method: 'POST',
    path: '/open/v1/users/:user_id/verification',
    summary: '提交实名资料；已通过的用户再次提交即为补充审核',
    caller: 'platform',
    body: z.object({
      unique_id: uniqueId,
      name: shortText(100),
      contact_idcard: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[0-9A-Z()-]{5,30}$/, 'is not an identity number'),
      address: shortText(300),
      tax_number: z
        .string()
        .trim()
        .max(30)
        .regex(/^[0-9A-Za-z-]*$/)
        .default(''),
      legal_person: optionalText(100),
    }),
    pictures: ['author_front', 'author_back', 'author_hand', 'license', 'file'],
    output: z.object({ user_id: z.string(), user_status: z.number(), repair_type: z.number() }),
  },
  getUser: {
    method: 'GET',
    path: '/open/v1/users/:user_id',
    summary: '查询用户状态',
    caller: 'any',
    body: z.object({}),
    output: z.object({
      user_id: z.string(),
      type: z.number(),
      user_status: z.number(),
      repair_type: z.number(),
      points: z.number(),
      /** Why the last review was refused; empty otherwise. */
      reason: z.string(),
    }),
  },
  recordLogin: {
    method: 'POST',
    path: '/open/v1/logins',
    summary: '记录前台登录',
    caller: 'platform',
    body: z.object({ unique_id: uniqueId, user_id: userId, login_time: time, ip: z.union([z.ipv4(), z.ipv6()]) }),
    output: z.object({ id: z.string() }),
  },
  createFeedback: {
    method: 'POST',
    path: '/open/v1/feedback',
    summary: '用户反馈',
    caller: 'platform',
    body: z.object({
      unique_id: uniqueId,
      user_id: userId,
      type: enumeration(feedbackType.codes),
      content: characters(z.string().trim().min(1), limits.feedbackChars).refine(isPlainText, 'contains control characters'),
      version: deviceText,
      model_name: deviceText,
      /** The phone's system. */
      status_name: deviceText,
    }),
    output: z.object({ id: z.string() }),
  },
  createEvidence: {
    method: 'POST',
    path: '/open/v1/evidence',
    summary: '存证：字段在前，文件 file 在最后',
    caller: 'any',
    body: z
      .object({
        unique_id: uniqueId,
        user_id: userId,
        title: shortText(200),
        sha256: blank(sha256),
        isApp: blank(formCode(evidenceKind, 'must be 0 to 4')).transform((kind) => kind ?? 'file'),
        startAt: blank(time),
        endAt: blank(time),
        address: optionalText(300),
        configInfo: blank(jsonText(device)),
      })
      .refine(({ startAt, endAt }) => !startAt || !endAt || startAt <= endAt, { path: ['endAt'], message: 'is before startAt' }),
    file: 'file',
    output: z.object({ baoquan: z.string(), sha256: z.string(), saveTime: z.string() }),
  },
  getEvidence: {
    method: 'GET',
    path: '/open/v1/evidence/:baoquan',
    summary: '查询存证状态',
    caller: 'any',
    body: z.object({}),
    output: z.object({
      baoquan: z.string(),
      user_id: z.string(),
      title: z.string(),
      sha256: z.string(),
      sm3: z.string(),
      saveTime: z.string(),
      fileStatus: z.number(),
      /**
       * `pending` until a checkpoint of the log covers it, and where an authority is configured has its timestamp; `confirming` while that
       * checkpoint's transaction is under way, where a chain is configured.
       */
      state: z.enum(['pending', 'confirming', 'anchored']),
      /** The checkpoint that covers it first, and when it was signed. */
      checkpoint: z.string().nullable(),
      anchoredAt: z.string().nullable(),
      ...anchorFields,
    }),
  },
  getProof: {
    method: 'GET',
    path: '/open/v1/evidence/:baoquan/proof',
    summary: '日志证明（C2SP tlog-proof），未锚定时应答 202',
    caller: 'any',
    body: z.object({}),
    output: z.object({ baoquan: z.string(), state: z.enum(['pending', 'uploading']) }),
    media: 'text/plain',
  },
  getPackage: {
    method: 'GET',
    path: '/open/v1/evidence/:baoquan/package',
    summary: '证据包（zip），未锚定时应答 202，文件缺失时 409',
    caller: 'any',
    body: z.object({}),
    output: z.object({ baoquan: z.string(), state: z.enum(['pending', 'uploading']) }),
    media: 'application/zip',
  },
  createRecording: {
    method: 'POST',
    path: '/open/v1/recordings',
    summary: '登记过程取证或移动端取证；文件随后以 tus 1.0 上传到 upload_url',
    caller: 'any',
    body: z.object({
      unique_id: uniqueId,
      user_id: userId,
      type: z.enum(['pro', 'move']).transform((type) => (type === 'pro' ? ('process' as const) : ('move' as const))),
      name: shortText(200),
      label: optionalText(50),
      begin_at: time,
      /** Seconds. */
      time_length: z.number().int().min(0).max(31_536_000),
      sha256,
      device: device.optional(),
    }),
    output: z.object({ attestation_id: z.string(), status: z.string(), upload_url: z.string() }),
  },
  getRecording: {
    method: 'GET',
    path: '/open/v1/recordings/:attestation_id',
    summary: '查询过程取证或移动端取证的状态',
    caller: 'any',
    body: z.object({}),
    output: z.object({
      attestation_id: z.string(),
      user_id: z.string(),
      status: z.string(),
      /** Why it failed or was cancelled; empty otherwise. */
      reason: z.string(),
      upload_url: z.string(),
    }),
  },
  createCapture: {
    method: 'POST',
    path: '/open/v1/captures',
    summary: '网页取证：排队，由取证程序打开网页并固定',
    caller: 'any',
    body: z.object({ unique_id: uniqueId, user_id: userId, url: pageUrl, title: shortText(200), label: optionalText(50) }),
    output: z.object({ baoquan_no: z.string(), status: z.string() }),
  },
  getCapture: {
    method: 'GET',
    path: '/open/v1/captures/:baoquan_no',
    summary: '查询网页取证的状态',
    caller: 'any',
    body: z.object({}),
    output: captureState,
  },
  cancelCapture: {
    method: 'DELETE',
    path: '/open/v1/captures/:baoquan_no',
    summary: '取消尚在排队的网页取证，退回积分',
    caller: 'any',
    body: z.object({}),
    output: captureState,
  },
  ...orderCalls,
  ...invoiceIntakeCalls,
} as const satisfies Record<string, IntakeCall>;
export type IntakeCalls = typeof intakeCalls;

/** Where the file of a recording goes: HEAD tells where the upload stands, PATCH continues it (tus 1.0, core protocol). */
export function uploadPath(number: string): string {
  return `/open/v1/uploads/${number}`;
}

/** An optional field of a form, which an empty text leaves out. */
function blank<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
}

/** A code as a form carries it: its digits. */
function formCode<Name extends string>(table: CodeTable<Name>, message: string) {
  return z.string().transform((text, context): Name => {
    const name = /^\d$/.test(text) ? table.nameOf(Number(text)) : undefined;
    if (name !== undefined) return name;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** JSON within a field of a form: as its text, or as a part of type application/json, which has been read by now. */
function jsonText<T extends z.ZodType>(schema: T) {
  return z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .transform((text, context): unknown => {
      if (typeof text !== 'string') return text;
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'is not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);
}
