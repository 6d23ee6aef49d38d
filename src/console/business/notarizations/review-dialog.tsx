import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reviewChoice, type ReviewChoice } from '../../../domain/business/codes/users.ts';
import { draftSubject } from '../../../domain/business/rules/draft-subject.ts';
import type { ApplicationDetail } from '../../../contract/console/notarizations.ts';
import { get } from '../../kit/net/call.ts';
import { ConfirmDialog } from '../../kit/ui/confirm-dialog.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { Decision } from '../../kit/review/review-decision.tsx';
import { useReviewDraft } from '../../kit/review/review-draft.tsx';
import type { ApplicationAddress } from './address.ts';
import { detailPath, listPath } from './application-query.ts';
import { useClaim } from './claim.ts';
import { ClosedReview } from './closed-review.tsx';
import { CaseFacts } from './case-facts.tsx';
import { passObstacle } from './pieces.ts';
import { Pieces } from './pieces-view.tsx';
import { isReviewable, passQuestion, refundQuestion, remarkRules, sendReview } from './review.ts';
import '../../kit/review/review.css';
import './applications.css';

interface Props {
  readonly detail: ApplicationDetail;
  /** Opens the next waiting application with its review. */
  readonly open: (next: ApplicationAddress) => void;
  readonly close: () => void;
}

/**
 * The pieces of evidence on the left, the applicant on the right, the decision at the bottom right. The operator holds the claim while the
 * dialog is open.
 */
export function ReviewDialog({ detail, open, close }: Props) {
  const cache = useQueryClient();
  const [pending, setPending] = useState(false);
  const [asked, setAsked] = useState<ReviewChoice>();
  const [failedAttempts, setFailedAttempts] = useState(0);
  const { draft, setDraft, stored, clear, guarded, question } = useReviewDraft(draftSubject.applicationReview(detail.orderId), pending);
  const refresh = () => Promise.all([detailPath, listPath, nextPath].map((path) => cache.invalidateQueries({ queryKey: [path] })));
  const claim = useClaim(detail.orderId, isReviewable(detail), () => {
    clear();
    void refresh();
  });
  const next = useNext(detail.orderId);
  const isOpen = isReviewable(detail) && claim.isMine !== false;

  const send = async (choice: ReviewChoice) => {
    setPending(true);
    const outcome = await sendReview(detail, choice, draft.reason);
    cancelQuestion(); // before the refresh, so that Esc closes the review and not an answered question
    if (outcome !== 'failed') {
      clear();
      await refresh(); // the new state replaces the decision, also if somebody else was first
    }
    setPending(false);
  };
  const cancelQuestion = () => {
    setAsked(undefined);
    setFailedAttempts((before) => before + 1);
  };
  const goOn = next && (() => guarded(() => open(next)));

  return (
    <Dialog title={`出证审核 ${detail.orderNo}`} width="min(1280px, 96vw)" className="review-modal" close={() => guarded(close)}>
      <div className="review">
        <Pieces key={detail.orderId} detail={detail} isOfPage={false} />
        <div className="review-side">
          <div className="review-data">
            <CaseFacts detail={detail} />
          </div>
          <Decision
            rules={remarkRules}
            draft={draft}
            setDraft={setDraft}
            stored={stored}
            resetKey={failedAttempts}
            pending={pending}
            isPaused={asked !== undefined || question !== undefined}
            closed={isOpen ? undefined : <ClosedReview detail={detail} refusal={claim.refusal} retry={claim.retry} />}
            isReady={claim.isMine === true}
            obstacles={{ approve: passObstacle(detail.pieces) }}
            decide={setAsked}
            next={goOn}
            close={() => guarded(close)}
          />
        </div>
      </div>
      {asked && (
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
    </Dialog>
  );
}

const nextPath = '/api/ajax/data/nextApplication';

/** The waiting application with the nearest deadline that nobody works on; undefined if there is none. */
function useNext(orderId: string): ApplicationAddress | undefined {
  const { data } = useQuery({
    queryKey: [nextPath, orderId],
    queryFn: ({ signal }) => get(nextPath, { orderId }, { signal, quiet: true }),
  });
  return data ? { ...data, type: String(data.type) } : undefined;
}
