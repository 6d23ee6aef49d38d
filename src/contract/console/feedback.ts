import { z } from 'zod';
import { feedbackType } from '../../domain/business/codes/feedback.ts';
import { userType } from '../../domain/business/codes/users.ts';
import { post } from '../call.ts';
import { code, limit, listOf, optional, page } from '../fields.ts';

const feedbackRow = z.object({
  id: z.string(),
  name: z.string(),
  mobile: z.string(),
  /** The user's type. */
  userStatus: z.number(),
  /** The user's type and verification as text: 企业已认证 (spec/wire, 6). */
  userStatusName: z.string(),
  model_name: z.string(),
  /** The phone's operating system. */
  status_name: z.string(),
  version: z.string(),
  type: z.number(),
  type_name: z.string(),
  content: z.string(),
  add_time: z.string(),
});
export type FeedbackRow = z.output<typeof feedbackRow>;

export const feedbackCalls = {
  feedback: post('/api/version/feedback', {
    summary: '用户反馈',
    needs: { anyOf: ['app:feedback'] },
    input: z.object({
      /** The user's type. */
      status: optional(code(userType, '账户类型无效')),
      type: optional(code(feedbackType, '问题类型无效')),
      page,
      limit,
    }),
    output: listOf(feedbackRow),
  }),
} as const;
