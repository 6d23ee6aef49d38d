import { z } from 'zod';
import { get } from '../../call.ts';
import { id } from '../../fields.ts';
import { userDetailInfo } from '../users.ts';

const hint = z.object({
  /** What it is called, without anything personal: so it stands in the trail. */
  name: z.string(),
  /** What was found. */
  text: z.string(),
  /** The rule that it rests on. */
  rule: z.string(),
  /** Whether something may be amiss; else it only says what the number says. */
  is_notice: z.boolean(),
  /** The picture that it is about, by its field; empty when it is about none. */
  field: z.string(),
  /** The submission to compare with, and its picture; empty when there is none. */
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

/** Hints for reviewers: what to look at twice, never a verdict. */
export const hintCalls = {
  reviewHints: get('/api/ajax/user/hints', {
    summary: '审核提示：证件号码、重复资料、图片与历史拒绝',
    needs: { anyOf: ['user:review'] },
    input: z.object({ submission_id: id }),
    /** `is_read` tells whether the pictures were read already. */
    output: z.object({ is_read: z.boolean(), list: z.array(hint) }),
  }),
  hintOther: get('/api/ajax/user/hintOther', {
    summary: '与提示所指的另一份资料比对',
    needs: { anyOf: ['user:review'] },
    input: z.object({ submission_id: id, other_submission_id: id }),
    output: other,
  }),
} as const;
