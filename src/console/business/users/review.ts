import type { UserDetail } from '../../../contract/console/users.ts';
import { reviewChoice, type ReviewChoice } from '../../../domain/business/codes/users.ts';
import { limits } from '../../../domain/business/codes/limits.ts';
import { codePointLength } from '../../../domain/kit/text/length.ts';
import { givenText } from '../../../domain/kit/text/visible-text.ts';
import { post } from '../../kit/net/call.ts';
import type { ReasonRules } from '../../kit/review/review-decision.tsx';
import { outcomeOf, type Outcome } from '../../kit/review/review-outcome.ts';

/** Templates for 拒绝原因, all within its 20 characters. */
export const reasonTemplates = [
  '证件照片不清晰',
  '证件已过有效期',
  '填写信息与证件不一致',
  '营业执照与企业名称不符',
  '缺少授权书或未盖章',
  '手持证件照不符合要求',
];

export const reasonRules: ReasonRules = {
  label: '拒绝原因',
  placeholder: '请填写拒绝原因',
  templates: { reject: reasonTemplates },
  fault: reasonFault,
};

/** Error of a reason; undefined if it may be sent (spec/console, 5.2). */
export function reasonFault(choice: ReviewChoice, reason: string): string | undefined {
  if (choice === 'approve') return undefined;
  if (givenText(reason) === '') return '请填写拒绝原因';
  return codePointLength(givenText(reason)) > limits.reasonChars ? `拒绝原因最多${limits.reasonChars}个字` : undefined;
}

/** Sends a decision about the displayed submission. */
export function sendReview(
  { user_id: userId, name }: Pick<UserDetail['userInfo'], 'user_id' | 'name'>,
  submissionId: string,
  isRepair: boolean,
  choice: ReviewChoice,
  reason: string,
): Promise<Outcome> {
  const fields = {
    user_id: userId,
    submission_id: submissionId,
    status: reviewChoice.code(choice),
    reason: choice === 'reject' ? givenText(reason) : '',
  };
  const options = { about: { act: choice === 'approve' ? '已通过' : '未通过', name } };
  return outcomeOf(isRepair ? post('/api/User/repairCheck', fields, options) : post('/api/ajax/user/updateUserStatus', fields, options));
}
