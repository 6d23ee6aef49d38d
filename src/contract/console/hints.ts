import { z } from 'zod';
import { get } from '../call.ts';
import { id } from '../fields.ts';
import { userDetailInfo } from './users.ts';

const hint = z.object({
  /** Name of the hint. It contains nothing personal, because the trail records it. */
  name: z.string(),
  /** What was found. */
  text: z.string(),
  /** The rule on which it is based. */
  rule: z.string(),
  /** True if something may be wrong; false if it only states facts about the number. */
  is_notice: z.boolean(),
  /** Field name of the picture that it refers to; empty if none. */
  field: z.string(),
  /** The other submission to compare with, and its picture; empty if there is none. */
  other_submission_id: z.string(),
  other_field: z.string(),
});
export type HintRow = z.output<typeof hint>;

const other = z.object({
  user_id: z.string(),
  name: z.string(),
  mobile: z.string(),
  status_name: z.string(),
  info: userDetailInfo,
});
export type HintOther = z.output<typeof other>;

/** Hints for reviewers: what to check again, never a verdict. */
export const hintCalls = {
  reviewHints: get('/api/ajax/user/hints', {
    summary: '审核提示：证件号码、重复资料、图片与历史拒绝',
    needs: { anyOf: ['user:review'] },
    input: z.object({ submission_id: id }),
    /** `is_read`: whether the pictures have been analysed yet. */
    output: z.object({ is_read: z.boolean(), list: z.array(hint) }),
  }),
  hintOther: get('/api/ajax/user/hintOther', {
    summary: '与提示所指的另一份资料比对',
    needs: { anyOf: ['user:review'] },
    input: z.object({ submission_id: id, other_submission_id: id }),
    output: other,
  }),
} as const;
