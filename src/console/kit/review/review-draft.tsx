import { useState, type ReactNode } from 'react';
import type { DraftFields } from '../../../contract/console/drafts.ts';
import { reviewChoice, type ReviewChoice } from '../../../domain/business/codes/users.ts';
import type { SavedDraft } from '../form/saved-draft-notice.tsx';
import { useSavedDraft } from '../form/use-saved-draft.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/** A decision that has not been sent. */
export interface Draft {
  readonly choice: ReviewChoice | undefined;
  readonly reason: string;
}

/** Input stored when the operator's session ended or the page was reloaded. */
export interface StoredDraft extends SavedDraft {
  readonly draft: Draft;
}

interface ReviewDraft {
  readonly draft: Draft;
  readonly setDraft: (next: Draft | ((before: Draft) => Draft)) => void;
  readonly stored: StoredDraft | undefined;
  /** Call when the decision was made, also by somebody else; deletes the draft. */
  readonly clear: () => void;
  /** Calls `go` at once or, if input would be lost, after the operator agrees. */
  readonly guarded: (go: () => void) => void;
  /** The question that `guarded` asks; render it in the review's dialog. */
  readonly question: ReactNode;
}

/** Further fields of a choice. They are stored and restored together with it. */
interface MoreFields {
  readonly fields: Readonly<Record<string, string>>;
  readonly restore: (fields: Readonly<Record<string, string>>) => void;
}

/**
 * The draft of a review. Leaving it with a choice or a reason asks first. If the session ends, the draft is stored for the same operator's
 * return.
 * @param subject what is reviewed, such as `application/42`; undefined until it has loaded.
 * @param isSent the decision is being sent and needs no protection any more.
 */
export function useReviewDraft(subject: string | undefined, isSent: boolean, more?: MoreFields): ReviewDraft {
  const [draft, setDraft] = useState(emptyDraft);
  const [leaving, setLeaving] = useState<() => void>();
  const isDirty = draft.choice !== undefined || draft.reason !== '';
  const { found, forget, release } = useSavedDraft({
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

/** Stored values for the fields that the form has; the others stay unchanged. */
function moreOf(kept: DraftFields, fields: MoreFields['fields']): MoreFields['fields'] {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const before = kept[name];
      return [name, typeof before === 'string' ? before : value];
    }),
  );
}
