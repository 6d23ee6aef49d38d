import { useState } from 'react';
import type { Invoice } from '../../../contract/console/invoices.ts';
import { draftSubject } from '../../../domain/business/rules/draft-subject.ts';
import { invoiceStatus } from '../../../domain/business/codes/invoices.ts';
import { limits } from '../../../domain/business/codes/limits.ts';
import type { ReviewChoice } from '../../../domain/business/codes/users.ts';
import { reasonFault, remarkFault, stepOf, type InvoiceStep } from '../../../domain/business/rules/invoice.ts';
import { formatDay } from '../../../domain/kit/text/time.ts';
import { givenText } from '../../../domain/kit/text/visible-text.ts';
import { serverNow } from '../../kit/net/server-clock.ts';
import type { Question } from '../../kit/form/use-submission.ts';
import { CallRefused } from '../../kit/net/verdict.ts';
import type { CaseDecisionProps } from '../../kit/queue/queue-screen.tsx';
import { useCaseDecision } from '../../kit/queue/use-case-decision.ts';
import { Decision, type ReasonRules } from '../../kit/review/review-decision.tsx';
import { outcomeOf } from '../../kit/review/review-outcome.ts';
import { useOperator } from '../../kit/session/operator.tsx';
import { ConfirmDialog } from '../../kit/ui/confirm-dialog.tsx';
import { IssueFields } from './issue-form.tsx';
import { decisionTitles, issueFieldFaults, questionOf } from './issue-fields.ts';
import { refundedNote } from './refunded.ts';
import { sendDecision } from './send-decision.ts';
import { given } from '../../kit/ui/given-text.tsx';

interface Props extends CaseDecisionProps<Invoice & { readonly issue_refusal: string }> {
  readonly step: InvoiceStep;
}

/** The invoice's purpose and amount, and the decision: the first review adds a remark for the cashier, the second one the issue. */
export function InvoiceQueueDecision(props: Props) {
  const { detail, lost, step } = props;
  const { draft, stored, setDraft, pending, failedAttempts, asked, issue, faults, refusal, ...review } = useInvoiceReview(props);
  const refunded = detail ? refundedNote(detail.refunded_orders) : '';
  const closed = refusal || lost || (detail && closedBy(detail, step));
  return (
    <>
      <h2>{given(detail?.head)}</h2>
      <p className="num">{detail && `${detail.money} 元　${detail.type_name}`}</p>
      {refunded !== '' && <p className="invoice-note">{refunded}</p>}
      <Decision
        rules={rules[step]}
        draft={draft}
        setDraft={setDraft}
        stored={stored}
        resetKey={failedAttempts}
        pending={pending}
        isPaused={review.isPaused}
        closed={closed || undefined}
        isReady={detail !== undefined}
        decide={review.decide}
        next={review.goOn}
        nextLabel={closed ? '下一条' : '跳过'}
      >
        {review.isIssue && detail && <IssueFields invoice={detail} values={issue} faults={faults} change={review.changeIssue} />}
      </Decision>
      {asked && (
        <ConfirmDialog
          title={asked.title}
          verb={asked.verb}
          text={asked.text}
          isDanger={asked.isDanger ?? false}
          pending={pending}
          confirm={() => void review.send(asked.choice)}
          cancel={review.cancelQuestion}
        />
      )}
      {review.question}
    </>
  );
}

/** State of a decision about an invoice: its draft, validation, confirmation and sending. */
function useInvoiceReview({ detail, step, ...caseProps }: Props) {
  const { realname } = useOperator();
  const [asked, setAsked] = useState<Question & { readonly choice: ReviewChoice }>();
  const [issue, setIssue] = useState(() => emptyIssue(realname));
  const subject = detail && draftSubject.invoiceQueue(detail.id, step);
  const decision = useCaseDecision(subject, caseProps, { fields: issue, restore: setIssue });
  const { draft, question } = decision;
  const [faults, setFaults] = useState<Readonly<Record<string, string | undefined>>>({});
  const isIssue = step === 'finance' && draft.choice === 'approve';
  const cancelQuestion = () => {
    setAsked(undefined);
    decision.cancelQuestion();
  };
  const send = async (choice: ReviewChoice) => {
    if (!detail) return;
    const sending = () => {
      const sent = sendDecision(detail, step, choice, givenText(draft.reason), isIssue ? issue : {});
      sent.catch((error: unknown) => error instanceof CallRefused && setFaults(error.fields));
      return outcomeOf(sent);
    };
    await decision.send(sending);
    setAsked(undefined);
  };
  const decide = (choice: ReviewChoice) => {
    if (!detail) return;
    const found = isIssue ? issueFieldFaults(detail, issue) : {};
    setFaults(found);
    if (Object.values(found).some((fault) => fault !== undefined)) {
      cancelQuestion();
      return;
    }
    const asks = questionOf(detail, step, choice, issue);
    if (asks) setAsked({ ...asks, choice });
    else void send(choice);
  };
  const changeIssue = (name: string, value: string) => {
    setIssue({ ...issue, [name]: value });
    setFaults({ ...faults, [name]: undefined });
  };
  const isPaused = asked !== undefined || question !== undefined;
  return { ...decision, asked, issue, faults, isIssue, isPaused, cancelQuestion, send, decide, changeIssue };
}

function emptyIssue(realname: string): Readonly<Record<string, string>> {
  return { dealTime: formatDay(serverNow()), dealUser: realname, dealCode: '', dealNum: '', courierNumber: '' };
}

/** Why the invoice no longer waits for the step; empty while it does. */
function closedBy(invoice: Invoice & { readonly issue_refusal: string }, step: InvoiceStep): string {
  if (stepOf(invoiceStatus.nameOf(invoice.status) ?? 'issued') !== step) return `此发票的当前状态：${invoice.status_name}`;
  return step === 'finance' ? invoice.issue_refusal : '';
}

const refusals = ['抬头与税号不符', '发票信息填写有误', '收件信息不完整', '订单已退款', '用户要求撤销'];
const rules: Record<InvoiceStep, ReasonRules> = {
  first: {
    label: '备注',
    placeholder: '不通过须填原因；提交财务可不填',
    templates: { approve: ['抬头与税号已核对', '请按收件信息寄送'], reject: refusals },
    choices: decisionTitles.first,
    maxChars: { approve: limits.invoiceRemarkChars },
    fault: (choice, text) => (choice === 'approve' ? remarkFault(givenText(text)) : reasonFault(givenText(text))),
  },
  finance: {
    label: '原因',
    placeholder: '请输入原因',
    templates: { reject: refusals },
    choices: decisionTitles.finance,
    fault: (choice, text) => (choice === 'approve' ? undefined : reasonFault(givenText(text))),
  },
};
