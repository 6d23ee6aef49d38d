import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { userType, type ReviewChoice } from '../../domain/codes/users.ts';
import { draftSubject } from '../../domain/rules/draft-subject.ts';
import { useOperator } from '../session/operator.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Fault } from '../ui/fault.tsx';
import { ImageViewer } from '../ui/images/image-viewer.tsx';
import type { Fields } from '../net/request.ts';
import { Decision } from '../review/review-decision.tsx';
import { useReviewDraft } from '../review/review-draft.tsx';
import { errorToShow } from '../net/verdict.ts';
import { reviewedOf } from './detail-fields.ts';
import { reasonRules, sendReview } from './review.ts';
import { ReviewData } from './review-data.tsx';
import { ReviewHints } from './review-hints.tsx';
import { picturesOf, stateOf } from './review-state.ts';
import { nextReview } from './review-queue.ts';
import { useUserDetail, userDetailKey, userListKey } from './user-query.ts';
import '../review/review.css';

interface Props {
  readonly userId: string;
  readonly type: number;
  /** A supplementary review, which shows the verified values beside the submitted ones. */
  readonly isRepair: boolean;
  readonly filters?: Fields;
  readonly close: () => void;
}

/** Pictures on the left, data on the right, the decision at the bottom right. A decision opens the next waiting review. */
export function ReviewDialog({ userId, type, isRepair, filters = noFilters, close }: Props) {
  const cache = useQueryClient();
  const [current, setCurrent] = useState(userId);
  const [pending, setPending] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const { draft, setDraft, stored, clear, guarded, question } = useReviewDraft(draftSubject.userReview(current, isRepair), pending);
  const { data: detail, error: failure, refetch } = useUserDetail(current);
  const error = errorToShow(failure);
  const { can } = useOperator();
  const submitted = detail && reviewedOf(detail).submitted;
  const following = nextReview(type, isRepair, filters, current, can);
  const { data: queue } = useQuery(following);
  const next = queue?.next;

  const open = (id: string | undefined) => {
    clear();
    if (id === undefined) close();
    else setCurrent(id);
  };
  const decide = async (choice: ReviewChoice) => {
    if (!submitted) return;
    setPending(true);
    const outcome = await sendReview(current, submitted.submission_id, isRepair, choice, draft.reason);
    // Fetched again, because others decide too, and after a quick decision there may be no answer yet.
    const after =
      outcome === 'done' && following.enabled ? await cache.fetchQuery({ ...following, staleTime: 0 }).catch(() => undefined) : undefined;
    setPending(false);
    if (outcome !== 'done') setRefusals(refusals + 1);
    if (outcome === 'failed') return;
    void cache.invalidateQueries({ queryKey: userListKey });
    void cache.invalidateQueries({ queryKey: [...userDetailKey, current] });
    if (typeof outcome === 'object') {
      clear(); // somebody else was first: the current state replaces the choice
      return;
    }
    open(after?.next);
  };

  const title = `${userType.labelOf(type)}用户${isRepair ? '补充审核' : '审核'}`;
  return (
    <Dialog title={title} width="min(1280px, 96vw)" className="review-modal" close={() => guarded(close)}>
      <div className="review">
        <ImageViewer key={current} pictures={detail && picturesOf(detail)} />
        <div className="review-side">
          {error && !detail ? <Fault error={error} retry={refetch} /> : <ReviewData detail={detail} isRepair={isRepair} />}
          {submitted && <ReviewHints key={`${submitted.submission_id}/hints`} user={detail.userInfo} submitted={submitted} />}
          <Decision
            key={current}
            rules={reasonRules}
            draft={draft}
            setDraft={setDraft}
            stored={stored}
            resetKey={refusals}
            pending={pending}
            isPaused={question !== undefined}
            closed={detail && stateOf(detail, isRepair)}
            isReady={detail !== undefined}
            waiting={queue?.waiting}
            decide={(choice) => void decide(choice)}
            next={next === undefined ? undefined : () => guarded(() => open(next))}
            close={() => guarded(close)}
          />
        </div>
      </div>
      {question}
    </Dialog>
  );
}

const noFilters: Fields = {};
