import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { repairType, userStatus, userType, type ReviewChoice } from '../../domain/codes.ts';
import type { UserDetail } from '../../contract/users.ts';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { holdDraft } from '../kit/drafts.ts';
import { ImageViewer, isTyping } from '../kit/image-viewer.tsx';
import type { Fields } from '../kit/request.ts';
import { submittedPictures } from './detail-fields.ts';
import { sendReview } from './review.ts';
import { ReviewData } from './review-data.tsx';
import { Decision, type Draft } from './review-decision.tsx';
import { nextInQueue, useReviewQueue } from './review-queue.ts';
import { useUserDetail, userDetailKey, userListKey } from './user-query.ts';
import './review.css';

interface Props {
  readonly userId: string;
  readonly type: number;
  /** A supplementary review: the verified values stand beside the submitted ones. */
  readonly isRepair: boolean;
  readonly filters?: Fields;
  readonly repairs?: readonly string[];
  readonly close: () => void;
}

const emptyDraft: Draft = { choice: undefined, reason: '' };

/** Pictures left, data right, the decision at the bottom right. After a decision the next one that waits opens. */
export function ReviewDialog({ userId, type, isRepair, filters = {}, repairs = [], close }: Props) {
  const cache = useQueryClient();
  const [current, setCurrent] = useState(userId);
  const [draft, setDraft] = useState(emptyDraft);
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [pending, setPending] = useState(false);
  const [leaving, setLeaving] = useState<() => void>();
  const { data: detail, error } = useUserDetail(current);
  const queue = useReviewQueue(type, isRepair, filters, repairs);
  const next = nextInQueue(queue.ids, current, done);
  const isDirty = draft.choice !== undefined || draft.reason !== '';

  useEffect(() => (isDirty ? holdDraft() : undefined), [isDirty]);

  const open = (id: string | undefined) => {
    setDraft(emptyDraft);
    if (id === undefined) close();
    else setCurrent(id);
  };
  const guarded = (go: () => void) => (isDirty && !pending ? setLeaving(() => go) : go());
  const decide = async (choice: ReviewChoice) => {
    setPending(true);
    const outcome = await sendReview(current, isRepair, choice, draft.reason);
    setPending(false);
    if (outcome === 'failed') return;
    void cache.invalidateQueries({ queryKey: userListKey });
    void cache.invalidateQueries({ queryKey: [...userDetailKey, current] });
    if (outcome === 'lost') {
      setDraft(emptyDraft); // somebody else was first: the current state is shown in place of the choice
      return;
    }
    setDone(new Set(done).add(current));
    open(next);
  };
  useShortcuts({
    a: () => setDraft({ choice: 'approve', reason: '' }),
    r: () => setDraft((before) => ({ ...before, choice: 'reject' })),
    n: () => next !== undefined && guarded(() => open(next)),
  });

  const title = `${userType.labelOf(type)}用户${isRepair ? '补充审核' : '审核'}`;
  return (
    <Dialog title={title} width="min(1280px, 96vw)" className="review-modal" close={() => guarded(close)}>
      <div className="review">
        <ImageViewer key={current} pictures={picturesOf(detail)} />
        <div className="review-side">
          {error ? <p role="alert">{error.message}</p> : <ReviewData detail={detail} isRepair={isRepair} />}
          <Decision
            key={current}
            draft={draft}
            setDraft={setDraft}
            pending={pending}
            closedBy={detail && stateOf(detail, isRepair)}
            isReady={detail !== undefined}
            waiting={queue.total}
            decide={(choice) => void decide(choice)}
            next={next === undefined ? undefined : () => guarded(() => open(next))}
            close={() => guarded(close)}
          />
        </div>
      </div>
      {leaving && (
        <ConfirmDialog
          title="审核尚未提交"
          text="已选择的结果和填写的原因不会保存，确定离开吗？"
          confirm={() => {
            setLeaving(undefined);
            leaving();
          }}
          cancel={() => setLeaving(undefined)}
        />
      )}
    </Dialog>
  );
}

function picturesOf(detail: UserDetail | undefined) {
  return detail?.userDetailInfo ? submittedPictures(detail.userDetailInfo) : [];
}

/** The word for what was decided already; undefined while the review is open. */
function stateOf(detail: UserDetail, isRepair: boolean): string | undefined {
  const repair = detail.userDetailInfo?.repair_type ?? repairType.code('none');
  if (isRepair) return repairType.is(repair, 'pending') ? undefined : repairType.labelOf(repair);
  return userStatus.is(detail.userInfo.user_status, 'pending') ? undefined : detail.userInfo.status_name;
}

function useShortcuts(keys: Readonly<Record<string, () => unknown>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const run = isTyping(event) ? undefined : keys[event.key.toLowerCase()];
      if (!run) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
