import { reviewChoice, type ReviewChoice } from '../../domain/codes/users.ts';
import { codePointLength, limits } from '../../domain/codes/limits.ts';
import { post } from '../net/call.ts';
import type { ReasonRules } from '../review/review-decision.tsx';
import { outcomeOf, type Outcome } from '../review/review-outcome.ts';

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

/** Error of a reason; undefined if it may be sent (seed 1, section 5). */
export function reasonFault(choice: ReviewChoice, reason: string): string | undefined {
  if (choice === 'approve') return undefined;
  if (reason.trim() === '') return '请填写拒绝原因';
  return codePointLength(reason.trim()) > limits.reasonChars ? `拒绝原因最多${limits.reasonChars}个字` : undefined;
}

/** Sends a decision about the displayed submission. */
export function sendReview(
  userId: string,
  submissionId: string,
  isRepair: boolean,
  choice: ReviewChoice,
  reason: string,
): Promise<Outcome> {
  const fields = {
    user_id: userId,
    submission_id: submissionId,
    status: reviewChoice.code(choice),
    reason: choice === 'reject' ? reason.trim() : '',
  };
  return outcomeOf(isRepair ? post('/api/User/repairCheck', fields) : post('/api/ajax/user/updateUserStatus', fields));
}
