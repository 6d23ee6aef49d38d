import { invoiceStatus } from '../../../domain/business/codes/invoices.ts';
import { notarialStatus } from '../../../domain/business/codes/notarizations.ts';
import { payStatus } from '../../../domain/business/codes/orders.ts';
import { reviewChoice, type ReviewChoice } from '../../../domain/business/codes/users.ts';
import { remarkTooPoor, saysSomething } from '../../../domain/business/rules/notarization.ts';
import { limits } from '../../../domain/business/codes/limits.ts';
import { codePointLength } from '../../../domain/kit/text/length.ts';
import type { ApplicationDetail } from '../../../contract/console/notarizations.ts';
import { givenText } from '../../../domain/kit/text/visible-text.ts';
import { post } from '../../kit/net/call.ts';
import type { ReasonRules } from '../../kit/review/review-decision.tsx';
import { outcomeOf, type Outcome } from '../../kit/review/review-outcome.ts';

/** 审核备注 is required for either choice. Each choice has its own templates, all within the 20 characters. */
export const remarkRules: ReasonRules = {
  label: '审核备注',
  placeholder: '请输入审核备注',
  templates: {
    approve: ['材料齐全，准予出证', '证据完整，核验一致', '符合出证条件'],
    reject: ['申请人身份与证据不符', '证据文件缺失', '申请材料不完整', '证据内容不属公证范围', '申请人要求撤销'],
  },
  fault: (_choice, remark) => remarkFault(remark),
};

/** Error of a remark; undefined if it may be sent (spec/console, 5.4). */
export function remarkFault(remark: string): string | undefined {
  if (givenText(remark) === '') return '请输入审核备注';
  if (codePointLength(givenText(remark)) > limits.reasonChars) return `审核备注最多${limits.reasonChars}个字`;
  return saysSomething(remark) ? undefined : remarkTooPoor;
}

/** Only paid and waiting applications are reviewed. */
export function isReviewable(detail: Pick<ApplicationDetail, 'notarialStatus' | 'payStatus'>): boolean {
  return notarialStatus.is(detail.notarialStatus, 'waiting') && payStatus.is(detail.payStatus, 'paid');
}

/** Explains what passing means: the applicant, the amount paid, and that a document follows. */
export function passQuestion({
  name,
  orderNo,
  orderMoney,
  num,
}: Pick<ApplicationDetail, 'name' | 'orderNo' | 'orderMoney' | 'num'>): string {
  return `确定通过${name}的出证申请吗？订单 ${orderNo}，证据 ${num} 份，金额 ${orderMoney} 元。通过后将出具公证书，且不能撤销。`;
}

/** Explains what a refusal refunds, and that it does not cancel the invoice. */
export function refundQuestion({ name, orderMoney, invoice }: Pick<ApplicationDetail, 'name' | 'orderMoney' | 'invoice'>): string {
  const question = `确定不通过${name}的出证申请吗？不通过后，将向用户退款 ${orderMoney} 元，且不能撤销。`;
  if (!invoice) return question;
  const outcome = invoiceStatus.is(invoice.status, 'issued') ? '发票不随退款作废，请告知财务' : '退款后该发票不能开票';
  return `${question}该订单在发票 ${invoice.id}（${invoice.status_name}）中，${outcome}。`;
}

export function sendReview(
  { orderId, userId, orderNo, name }: Pick<ApplicationDetail, 'orderId' | 'userId' | 'orderNo' | 'name'>,
  choice: ReviewChoice,
  remark: string,
): Promise<Outcome> {
  const fields = { orderId, userId, isCheck: reviewChoice.code(choice), checkRemark: givenText(remark) };
  const about = { act: choice === 'approve' ? '已通过' : '未通过', name: `${name}（${orderNo}）` };
  return outcomeOf(post('/api/ajax/data/check', fields, { about }));
}
