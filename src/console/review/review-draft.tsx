import { useState, type ReactNode } from 'react';
import type { DraftFields } from '../../contract/console/own/drafts.ts';
import { reviewChoice, type ReviewChoice } from '../../domain/codes/users.ts';
import type { KeptDraft } from '../form/kept-draft-notice.tsx';
import { useKeptDraft } from '../form/use-kept-draft.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/** A decision that has not been sent. */
export interface Draft {
  readonly choice: ReviewChoice | undefined;
  readonly reason: string;
}

/** What was kept when the operator's session ended or the page was loaded anew. */
export interface StoredDraft extends KeptDraft {
  readonly draft: Draft;
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

/** What else a choice asks for. It is begun with the choice, and comes back with it. */
interface MoreFields {
  readonly fields: Readonly<Record<string, string>>;
  readonly restore: (fields: Readonly<Record<string, string>>) => void;
}

/**
 * The draft of a review. Leaving it with a choice or a reason in it asks first; a session that ends under it leaves it for the same
 * operator's return.
 * @param subject what is reviewed, as `application/42`; undefined while it is not there yet.
 * @param isSent the decision is under way and may no longer be lost.
 */
export function useReviewDraft(subject: string | undefined, isSent: boolean, more?: MoreFields): ReviewDraft {
  const [draft, setDraft] = useState(emptyDraft);
  const [leaving, setLeaving] = useState<() => void>();
  const isDirty = draft.choice !== undefined || draft.reason !== '';
  const { found, forget, release } = useKeptDraft({
    subject,
    kind: 'review',
    fields: { ...more?.fields, choice: draft.choice ?? '', reason: draft.reason },
    isDirty,
  });
  const earlier = found && draftOf(found.fields);
  const restore = () => {
    if (!found || !earlier) return;
    more?.restore(moreOf(found.fields, more.fields));
    setDraft(earlier);
  };
  return {
    draft,
    setDraft,
    stored: found && earlier && { atMs: found.atMs, draft: earlier, restore, discard: forget },
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
          forget();
          leaving();
        }}
        cancel={() => setLeaving(undefined)}
      />
    ),
  };
}

const emptyDraft: Draft = { choice: undefined, reason: '' };

function draftOf({ choice, reason }: DraftFields): Draft {
  return { choice: reviewChoice.names.find((name) => name === choice), reason: typeof reason === 'string' ? reason : '' };
}

/** The kept ones of the fields that the form has; the others stay as they are. */
function moreOf(kept: DraftFields, fields: MoreFields['fields']): MoreFields['fields'] {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const before = kept[name];
      return [name, typeof before === 'string' ? before : value];
    }),
  );
}
