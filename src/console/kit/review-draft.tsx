import { useEffect, useState, type ReactNode } from 'react';
import type { ReviewChoice } from '../../domain/codes/users.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { holdDraft } from './drafts.ts';

/** A decision that has not been sent. */
export interface Draft {
  readonly choice: ReviewChoice | undefined;
  readonly reason: string;
}

interface HeldDraft {
  readonly draft: Draft;
  readonly setDraft: (next: Draft | ((before: Draft) => Draft)) => void;
  readonly clear: () => void;
  /** Goes on at once, or, where something would be lost, once the operator agrees. */
  readonly guarded: (go: () => void) => void;
  /** The question that `guarded` asks; belongs into the review's dialog. */
  readonly question: ReactNode;
}

/** The draft of a review. Leaving it with a choice or a reason in it asks first. @param isSent the decision is under way and may no longer be lost. */
export function useReviewDraft(isSent: boolean): HeldDraft {
  const [draft, setDraft] = useState(emptyDraft);
  const [leaving, setLeaving] = useState<() => void>();
  const isDirty = draft.choice !== undefined || draft.reason !== '';
  useEffect(() => (isDirty ? holdDraft() : undefined), [isDirty]);
  return {
    draft,
    setDraft,
    clear: () => setDraft(emptyDraft),
    guarded: (go) => (isDirty && !isSent ? setLeaving(() => go) : go()),
    question: leaving && (
      <ConfirmDialog
        title="审核尚未提交"
        text="已选择的结果和填写的内容不会保存，确定离开吗？"
        confirm={() => {
          setLeaving(undefined);
          leaving();
        }}
        cancel={() => setLeaving(undefined)}
      />
    ),
  };
}

const emptyDraft: Draft = { choice: undefined, reason: '' };
