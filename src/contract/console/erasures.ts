import { z } from 'zod';
import { limits } from '../../domain/business/codes/limits.ts';
import { get, post } from '../call.ts';
import { id, limit, listOf, optional, page, text } from '../fields.ts';

const erasure = z.object({
  id: z.string(),
  user_id: z.string(),
  /** The user's name until it is erased. */
  name: z.string(),
  status: z.number(),
  status_name: z.string(),
  reason: z.string(),
  applicant: z.string(),
  apply_time: z.string(),
  /** Who decided; empty before the decision. */
  verifier: z.string(),
  verify_time: z.string(),
  /** Why it was refused or stopped. */
  outcome: z.string(),
  done_time: z.string(),
  /** Number of pieces of evidence and of stored files that were erased. */
  evidence: z.number().int(),
  files: z.number().int(),
  /** Whether the asking operator may decide it: nobody may decide their own request. */
  can_decide: z.boolean(),
  /** Why they may not approve it, because they do not count as another person than who asked; empty if they may. */
  approve_refusal: z.string(),
});
export type ErasureRow = z.output<typeof erasure>;

const reason = (missing: string) => text(limits.erasureReasonChars, missing);

/** 个人信息删除: requested by one operator, decided by another (operations, Keeping; 个人信息保护法 §47). */
export const erasureCalls = {
  getErasures: get('/api/ajax/user/getErasures', {
    summary: '个人信息删除：历次申请，最新的在前',
    needs: { anyOf: ['user:erasure'] },
    input: z.object({ page, limit }),
    output: listOf(erasure).extend({ can_request: z.boolean() }),
  }),
  erasurePreview: get('/api/ajax/user/erasurePreview', {
    summary: '个人信息删除：将要删除的内容，以及暂不能删除的原因',
    needs: { anyOf: ['user:erase:request', 'user:erase:approve'] },
    input: z.object({ user_id: id }),
    output: z.object({
      name: z.string(),
      mobile: z.string(),
      evidence: z.number().int(),
      /** Why it cannot be carried out now; empty if it can. */
      blockers: z.array(z.string()),
    }),
  }),
  requestErasure: post('/api/user/requestErasure', {
    summary: '申请删除一名用户的个人信息，由另一名操作员批准',
    needs: { anyOf: ['user:erase:request'] },
    message: '操作成功',
    input: z.object({ user_id: id, reason: reason('申请原因不能为空') }),
    output: z.object({ id: z.string() }),
  }),
  decideErasure: post('/api/user/decideErasure', {
    summary: '批准或驳回删除个人信息的申请；申请人本人不能批准',
    needs: { anyOf: ['user:erase:approve'] },
    message: '操作成功',
    input: z
      .object({
        id,
        status: z.enum(['0', '1'], '结果无效').transform((status) => (status === '1' ? ('approve' as const) : ('refuse' as const))),
        reason: optional(reason('驳回原因不能为空')),
      })
      .refine(({ status, reason: why }) => status === 'approve' || why !== undefined, { path: ['reason'], message: '驳回原因不能为空' }),
    output: z.null(),
  }),
} as const;
