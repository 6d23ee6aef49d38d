import { z } from 'zod';
import type { CodeTable } from '../../domain/business/codes/code-table.ts';
import { evidenceKind } from '../../domain/business/codes/evidence.ts';
import { jsonFault } from '../../domain/kit/text/json-fault.ts';
import { anchorFields, logFields } from '../anchor-wire.ts';
import type { IntakeCall } from './call.ts';
import { comparing, inputObject, noFields } from './faults.ts';
import { blank, device, happened, optionalText, sha256, shortText, uniqueId, userId } from './fields.ts';
import { handedMark } from './marks.ts';

/** Fields of an evidence, independent of how its file is uploaded. */
export const evidenceFields = {
  unique_id: uniqueId,
  user_id: userId,
  title: shortText(200),
  sha256: blank(sha256),
  isApp: blank(formCode(evidenceKind, 'must be 0 to 4')).transform((kind) => kind ?? 'file'),
  startAt: blank(happened),
  endAt: blank(happened),
  address: optionalText(300),
  configInfo: blank(jsonText(device)),
  mark: blank(handedMark),
};

export const evidenceReceipt = z.object({ baoquan: z.string(), sha256: z.string(), saveTime: z.string() });

export function isInOrder({ startAt, endAt }: { readonly startAt?: Date | undefined; readonly endAt?: Date | undefined }): boolean {
  return !startAt || !endAt || startAt <= endAt;
}
export const outOfOrder = { path: ['endAt'], message: 'is before startAt', ...comparing('startAt', 'endAt') };

/** Evidence: submission of its file, and its state, proof and package. */
export const evidenceIntakeCalls = {
  createEvidence: {
    method: 'POST',
    path: '/open/v1/evidence',
    summary: '存证：字段在前，文件 file 在最后',
    caller: 'any',
    body: inputObject(evidenceFields).refine(isInOrder, outOfOrder),
    file: 'file',
    output: evidenceReceipt,
  },
  getEvidence: {
    method: 'GET',
    path: '/open/v1/evidence/:baoquan',
    summary: '查询存证状态',
    caller: 'any',
    body: noFields,
    output: z.object({
      baoquan: z.string(),
      user_id: z.string(),
      title: z.string(),
      sha256: z.string(),
      sm3: z.string(),
      saveTime: z.string(),
      fileStatus: z.number(),
      /**
       * `pending` until a checkpoint of the log covers it and, if an authority is configured, is timestamped; `confirming` while that
       * checkpoint's transaction is unconfirmed, if a chain is configured.
       */
      state: z.enum(['pending', 'confirming', 'anchored']),
      /** The first checkpoint that covers it, and when it was signed. */
      checkpoint: z.string().nullable(),
      anchoredAt: z.string().nullable(),
      /** Whether it is anchored and, where the office asks witnesses, cosigned as its policy requires: only then is there a package. */
      complete: z.boolean(),
      /** Whether its file shows the mark that was submitted with it, or a capture its own (`unbound`: 未绑定); null without a mark. */
      mark: z.enum(['bound', 'unbound']).nullable(),
      /** The times between which it was made, if an outside party proves them. */
      notBefore: z.string().nullable(),
      notAfter: z.string().nullable(),
      ...anchorFields,
      ...logFields,
    }),
  },
  getProof: {
    method: 'GET',
    path: '/open/v1/evidence/:baoquan/proof',
    summary: '日志证明（C2SP tlog-proof），未锚定时应答 202',
    caller: 'any',
    body: noFields,
    output: z.object({ baoquan: z.string(), state: z.enum(['pending', 'uploading']) }),
    media: 'text/plain',
  },
  getPackage: {
    method: 'GET',
    path: '/open/v1/evidence/:baoquan/package',
    summary: '证据包（zip），未锚定或者见证方尚未共同签名时应答 202，文件缺失时 409',
    caller: 'any',
    body: noFields,
    output: z.object({ baoquan: z.string(), state: z.enum(['pending', 'uploading', 'cosigning']) }),
    media: 'application/zip',
  },
} as const satisfies Record<string, IntakeCall>;

/** A code in a form: its digits. */
function formCode<Name extends string>(table: CodeTable<Name>, message: string) {
  return z
    .string()
    .transform((text, context): Name => {
      const name = /^\d$/.test(text) ? table.nameOf(Number(text)) : undefined;
      if (name !== undefined) return name;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({ enum: table.codes.map(String) });
}

/** JSON in a form field, as text or as an already parsed part of type application/json. */
function jsonText<T extends z.ZodType>(schema: T) {
  return z
    .union([z.string(), z.record(z.string(), z.unknown())], 'is not JSON')
    .transform((text, context): unknown => {
      if (typeof text !== 'string') return text;
      const fault = jsonFault(text);
      if (fault === null) return JSON.parse(text);
      context.addIssue({ code: 'custom', message: fault.message, path: fault.path === '' ? [] : [fault.path] });
      return z.NEVER;
    })
    .pipe(schema);
}
