import { useEffect, useState, type ReactNode } from 'react';
import { useOperator } from '../session/operator.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { forgetDraft, storeDraft, storedDraft, type Draft } from '../drafts/stored-drafts.ts';
import { useDraft } from '../drafts/use-draft.ts';

/** What was kept when the operator's session ended or the page was loaded anew. */
export interface StoredDraft {
  readonly draft: Draft;
  readonly restore: () => void;
  readonly discard: () => void;
}

interface ReviewDraft {
  readonly draft: Draft;
  readonly setDraft: (next: Draft | ((before: Draft) => Draft)) => void;
  readonly stored: StoredDraft | undefined;
  /** The decision is made, or somebody else's: nothing of it is left. */
  readonly clear: () => void;
  /** Goes on at once, or, where something would be lost, once the operator agrees. */
  readonly guarded: (go: () => void) => void;
  /** The question that `guarded` asks; belongs into the review's dialog. */
  readonly question: ReactNode;
}

/**
 * The draft of a review. Leaving it with a choice or a reason in it asks first; a session that ends under it leaves it for the same
 * operator's return.
 * @param subject what is reviewed, as `application/42`.
 * @param isSent the decision is under way and may no longer be lost.
 */
export function useReviewDraft(subject: string, isSent: boolean): ReviewDraft {
  const operator = useOperator();
  const [draft, setDraft] = useState(emptyDraft);
  const [stored, setStored] = useState(() => ({ subject, draft: storedDraft(operator, subject) }));
  if (stored.subject !== subject) setStored({ subject, draft: storedDraft(operator, subject) });
  const [leaving, setLeaving] = useState<() => void>();
  const isDirty = draft.choice !== undefined || draft.reason !== '';
  const release = useDraft(isDirty, true);
  useEffect(() => {
    if (isDirty) storeDraft(operator, subject, draft);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the operator is another value at each rendering and the same person
  }, [draft, isDirty, subject]);
  const forget = () => {
    forgetDraft(operator, subject);
    setStored({ subject, draft: undefined });
  };
  const found = stored.subject === subject && !isDirty ? stored.draft : undefined;
  return {
    draft,
    setDraft,
    stored: found && { draft: found, restore: () => setDraft(found), discard: forget },
    clear: () => {
      release();
      setDraft(emptyDraft);
      forget();
    },
    guarded: (go) => (isDirty && !isSent ? setLeaving(() => go) : go()),
    question: leaving && (
      <ConfirmDialog
        title="审核尚未提交"
        text="已选择的结果和填写的内容不会保存，确定离开吗？"
        isLeaving
        confirm={() => {
          setLeaving(undefined);
          release();
          forgetDraft(operator, subject);
          leaving();
        }}
        cancel={() => setLeaving(undefined)}
      />
    ),
  };
}

const emptyDraft: Draft = { choice: undefined, reason: '' };
