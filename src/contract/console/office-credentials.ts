import { z } from 'zod';
import { limits } from '../../domain/business/codes/limits.ts';
import { credentialKind, credentialStatus } from '../../domain/business/codes/office-credentials.ts';
import { parseDay } from '../../domain/kit/text/time.ts';
import { get, post, upload } from '../call.ts';
import { code, id, keyword, limit, listOf, optional, page, text } from '../fields.ts';

const credentialRow = z.object({
  id: z.string(),
  type: z.number(),
  type_name: z.string(),
  name: z.string(),
  number: z.string(),
  issuer: z.string(),
  /** `yyyy-MM-dd`; both days are included. */
  valid_from: z.string(),
  /** Empty if it does not expire. */
  valid_until: z.string(),
  status: z.number(),
  status_name: z.string(),
  /** Days until it expires, 0 on its last day; empty if it does not expire, or was replaced or withdrawn. */
  days_left: z.union([z.number().int(), z.literal('')]),
  /** A link to the picture, valid for 15 minutes; empty while the stored file is damaged. */
  picture: z.string(),
  /** SHA-256 of the picture as recorded in the log: lower-case hex. */
  sha256: z.string(),
  /** Why it was withdrawn; empty if it was not. */
  reason: z.string(),
  /** 1 once the log contains the list that names it. */
  logged: z.number(),
  operator: z.string(),
  create_time: z.string(),
});
export type CredentialRow = z.output<typeof credentialRow>;

const words = (missing: string) => text(limits.credentialChars, missing);

function day(missing: string) {
  return z
    .string(missing)
    .transform((value) => value.trim())
    .refine((value) => value !== '', missing)
    .refine((value) => value === '' || parseDay(value) !== null, '日期应为yyyy-MM-dd');
}

/** Credentials of the office, 资质 (spec/court, 1). */
export const credentialCalls = {
  getCredentialList: get('/api/ajax/office/getCredentialList', {
    summary: '机构资质',
    needs: { anyOf: ['office:credentials'] },
    input: z.object({
      /** Part of the name, the number or the issuer. */
      keyword,
      type: optional(code(credentialKind, '资质类型无效')),
      status: optional(code(credentialStatus, '状态无效')),
      page,
      limit,
    }),
    output: listOf(credentialRow),
  }),
  addCredential: upload('/api/ajax/office/addCredential', 'file', {
    summary: '登记或更新机构资质；字段须在图片 file 之前，replaces 为被更新的资质',
    needs: { anyOf: ['office:credentials'] },
    message: '登记成功',
    messageOf: ({ replaces }: { replaces?: string | undefined }) => (replaces === undefined ? '登记成功' : '更新成功'),
    input: z
      .object({
        type: code(credentialKind, '请选择资质类型'),
        name: words('资质名称不能为空'),
        number: words('资质编号不能为空'),
        issuer: words('发证机关不能为空'),
        valid_from: day('请选择有效期起始日'),
        /** Empty if it does not expire. */
        valid_until: optional(day('请选择有效期截止日')),
        replaces: optional(id),
      })
      .refine(({ valid_from: from, valid_until: until }) => until === undefined || from <= until, {
        path: ['valid_until'],
        message: '有效期截止日不能早于起始日',
      }),
    output: z.object({ id: z.string() }),
  }),
  withdrawCredential: post('/api/ajax/office/withdrawCredential', {
    summary: '作废机构资质',
    needs: { anyOf: ['office:credentials'] },
    message: '操作成功',
    input: z.object({ id, reason: text(limits.credentialReasonChars, '作废原因不能为空') }),
    output: z.null(),
  }),
} as const;
