import { useState } from 'react';
import { draftSubject } from '../../../domain/business/rules/draft-subject.ts';
import { reviewChoice, type ReviewChoice } from '../../../domain/business/codes/users.ts';
import type { ApplicationDetail } from '../../../contract/console/notarizations.ts';
import { StatusDot } from '../../kit/list/cells.tsx';
import { get } from '../../kit/net/call.ts';
import { queueScreen, type CaseDecisionProps } from '../../kit/queue/queue-screen.tsx';
import { useCaseDecision } from '../../kit/queue/use-case-decision.ts';
import { Decision } from '../../kit/review/review-decision.tsx';
import { ConfirmDialog } from '../../kit/ui/confirm-dialog.tsx';
import { ImageViewer } from '../../kit/ui/images/image-viewer.tsx';
import { detailPath } from './application-query.ts';
import { CoveredEvidence } from './covered-evidence.tsx';
import { deadlineText, deadlineTone } from './deadline.ts';
import { applicantFields, paymentFields, recipientFields, reviewedFields } from './detail-fields.tsx';
import { isReviewable, passQuestion, refundQuestion, remarkRules, sendReview } from './review.ts';
import { stateText } from './state-text.ts';
import { ReviewPairs } from '../../kit/review/review-pairs.tsx';
import { given } from '../../kit/ui/given-text.tsx';
import './applications.css';

export const NotarizationQueue = queueScreen<ApplicationDetail>({
  kind: 'notarization',
  query: (id) => ({
    queryKey: [detailPath, id, 'queue'],
    queryFn: ({ signal }) => get(detailPath, { orderId: id }, { signal, quiet: true }),
  }),
  pictures: proofOf,
  Subject: ({ detail }) => detail && <Subject detail={detail} />,
  Decision: (props) => <ApplicationDecision key={props.detail?.orderId ?? ''} {...props} />,
});

function proofOf({ transfer_img: src }: ApplicationDetail) {
  return src === '' ? [] : [{ src, alt: '转账凭证' }];
}

/** The evidence above; below it the applicant and the payment side by side. */
function Subject({ detail }: { readonly detail: ApplicationDetail }) {
  return (
    <div className="application-case">
      <section className="review-group" aria-label="证据列表">
        <h3>证据列表</h3>
        <CoveredEvidence orderId={detail.orderId} />
      </section>
      <ReviewPairs title="申请人信息" items={applicantFields(detail)} />
      <ReviewPairs title="订单信息" items={reviewedFields(detail)} />
      <ReviewPairs title="支付凭证" items={paymentFields(detail)} />
      <ReviewPairs title="领取人信息" items={recipientFields(detail)} />
      {detail.transfer_img !== '' && <ImageViewer pictures={proofOf(detail)} />}
    </div>
  );
}

/** The applicant, the time left, and the decision with its confirmation. */
function ApplicationDecision({ detail, ...caseProps }: CaseDecisionProps<ApplicationDetail>) {
  const decision = useCaseDecision(detail && draftSubject.applicationReview(detail.orderId), caseProps);
  const { draft, setDraft, stored, pending, question } = decision;
  const [asked, setAsked] = useState<ReviewChoice>();
  const cancelQuestion = () => {
    setAsked(undefined);
    decision.cancelQuestion();
  };
  const send = async (choice: ReviewChoice) => {
    if (!detail) return;
    await decision.send(() => sendReview(detail, choice, draft.reason));
    setAsked(undefined);
  };
  const closed = decision.refusal || caseProps.lost || (detail && !isReviewable(detail) && `此申请的当前状态：${stateText(detail)}`);
  return (
    <>
      <h2>{given(detail?.name)}</h2>
      <p className="num">
        {detail?.orderNo}　{detail && <StatusDot tone={deadlineTone(detail)} text={deadlineText(detail)} />}
      </p>
      <Decision
        rules={remarkRules}
        draft={draft}
        setDraft={setDraft}
        stored={stored}
        resetKey={decision.failedAttempts}
        pending={pending}
        isPaused={asked !== undefined || question !== undefined}
        closed={closed || undefined}
        isReady={detail !== undefined}
        decide={setAsked}
        next={decision.goOn}
        nextLabel={closed ? '下一条' : '跳过'}
      />
      {asked && detail && (
        <ConfirmDialog
          title={`确认${reviewChoice.label(asked)}`}
          verb={reviewChoice.label(asked)}
          text={asked === 'approve' ? passQuestion(detail) : refundQuestion(detail)}
          isDanger={asked === 'reject'}
          pending={pending}
          confirm={() => void send(asked)}
          cancel={cancelQuestion}
        />
      )}
      {question}
    </>
  );
}
