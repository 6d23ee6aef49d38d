import { z } from 'zod';
import type { CodeTable } from '../../domain/codes/code-table.ts';
import { evidenceKind } from '../../domain/codes/evidence.ts';
import { anchorFields } from '../anchor-wire.ts';
import type { IntakeCall } from './call.ts';
import { device, optionalText, sha256, shortText, time, uniqueId, userId } from './fields.ts';
import { handedMark } from './marks.ts';

/** What is said of an evidence when it comes in, whichever way its file comes. */
export const evidenceFields = {
  unique_id: uniqueId,
  user_id: userId,
  title: shortText(200),
  sha256: blank(sha256),
  isApp: blank(formCode(evidenceKind, 'must be 0 to 4')).transform((kind) => kind ?? 'file'),
  startAt: blank(time),
  endAt: blank(time),
  address: optionalText(300),
  configInfo: blank(jsonText(device)),
  mark: blank(handedMark),
};

export const evidenceReceipt = z.object({ baoquan: z.string(), sha256: z.string(), saveTime: z.string() });

export function isInOrder({ startAt, endAt }: { readonly startAt?: Date | undefined; readonly endAt?: Date | undefined }): boolean {
  return !startAt || !endAt || startAt <= endAt;
}
export const outOfOrder = { path: ['endAt'], message: 'is before startAt' };

/** Evidence: its file in, its state, proof and package out. */
export const evidenceIntakeCalls = {
  createEvidence: {
    method: 'POST',
    path: '/open/v1/evidence',
    summary: '存证：字段在前，文件 file 在最后',
    caller: 'any',
    body: z.object(evidenceFields).refine(isInOrder, outOfOrder),
    file: 'file',
    output: evidenceReceipt,
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
      /** Whether its file shows the mark that it was handed in with (`unbound`: 未绑定), or a capture its own; null without a mark. */
      mark: z.enum(['bound', 'unbound']).nullable(),
      /** The times between which it was made, where an outsider vouches for them. */
      notBefore: z.string().nullable(),
      notAfter: z.string().nullable(),
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
} as const satisfies Record<string, IntakeCall>;

/** An optional field of a form, which an empty text leaves out. */
export function blank<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
}

/** A code as a form carries it: its digits. */
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
