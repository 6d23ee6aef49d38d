import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { userPage } from '../../../domain/business/access/access.ts';
import { type ReviewChoice, reviewKind, userType } from '../../../domain/business/codes/users.ts';
import { draftSubject } from '../../../domain/business/rules/draft-subject.ts';
import { get } from '../../kit/net/call.ts';
import type { Fields } from '../../kit/net/request.ts';
import { errorToShow } from '../../kit/net/verdict.ts';
import { Decision } from '../../kit/review/review-decision.tsx';
import { useReviewDraft } from '../../kit/review/review-draft.tsx';
import { type Operator, useOperator } from '../../kit/session/operator.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { Fault } from '../../kit/ui/fault.tsx';
import { ImageViewer } from '../../kit/ui/images/image-viewer.tsx';
import { reviewedOf } from './detail-fields.ts';
import { ReviewData } from './review-data.tsx';
import { ReviewHints } from './review-hints.tsx';
import { picturesOf, stateOf } from './review-state.ts';
import { reasonRules, sendReview } from './review.ts';
import { userDetailKey, userListKey, useUserDetail } from './user-query.ts';
import '../../kit/review/review.css';

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
  const [inView, setInView] = useState<string>();
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
    const outcome = await sendReview(detail.userInfo, submitted.submission_id, isRepair, choice, draft.reason);
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
        <ImageViewer key={current} pictures={detail && picturesOf(detail)} seen={setInView} />
        <div className="review-side">
          {error && !detail ? <Fault error={error} retry={refetch} /> : <ReviewData {...{ detail, isRepair, inView }} />}
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

/**
 * The next user who waits for a review after `current`, longest waiting first and cyclic, and how many wait. Uses the list's filters, with
 * the kind of review in place of their status. No user if the operator may not open the list.
 */
function nextReview(type: number, isRepair: boolean, { status: _status, ...filters }: Fields, current: string, can: Operator['can']) {
  const fields = { ...filters, type, kind: reviewKind.code(isRepair ? 'repair' : 'first'), after: current };
  const typeName = userType.nameOf(type);
  return queryOptions({
    queryKey: [...userListKey, 'next', fields],
    queryFn: async ({ signal }) => {
      const { user_id, count } = await get('/api/ajax/user/nextReview', fields, { signal, quiet: true });
      return { next: user_id === '' ? undefined : user_id, waiting: count };
    },
    enabled: typeName !== undefined && can(userPage[typeName]),
  });
}
