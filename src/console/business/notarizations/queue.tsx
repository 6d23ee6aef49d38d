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
import { detailPath } from './application-query.ts';
import { deadlineText, deadlineTone } from './deadline.ts';
import { CaseFacts } from './case-facts.tsx';
import { passObstacle } from './pieces.ts';
import { Pieces } from './pieces-view.tsx';
import { isReviewable, passQuestion, refundQuestion, remarkRules, sendReview } from './review.ts';
import { stateText } from './state-text.ts';
import { given } from '../../kit/ui/given-text.tsx';
import './applications.css';

export const NotarizationQueue = queueScreen<ApplicationDetail>({
  kind: 'notarization',
  query: (id) => ({
    queryKey: [detailPath, id, 'queue'],
    queryFn: ({ signal }) => get(detailPath, { orderId: id }, { signal, quiet: true }),
  }),
  pictures: proofOf,
  arrows: '证据',
  Subject: ({ detail }) => detail && <Subject detail={detail} />,
  Decision: (props) => <ApplicationDecision key={props.detail?.orderId ?? ''} {...props} />,
});

function proofOf({ transfer_img: src }: ApplicationDetail) {
  return src === '' ? [] : [{ src, alt: '转账凭证' }];
}

/** The evidence, one piece after the other; beside it the applicant, the order and the payment. */
function Subject({ detail }: { readonly detail: ApplicationDetail }) {
  return (
    <>
      <Pieces key={detail.orderId} detail={detail} isOfPage />
      <div className="application-data">
        <CaseFacts detail={detail} />
      </div>
    </>
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
        obstacles={detail && { approve: passObstacle(detail.pieces) }}
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
