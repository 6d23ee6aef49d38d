import { useEffect, useMemo, useState } from 'react';
import type { DraftFields } from '../../../contract/console/drafts.ts';
import { serverDraft } from '../drafts/server-draft.ts';
import { forgetDraft, storeDraft, storedDraft, type StoredDraft } from '../drafts/stored-drafts.ts';
import { useDraft } from '../drafts/use-draft.ts';
import { useOperator } from '../session/operator.tsx';

interface Spec {
  /** What the draft is about; undefined if nothing is stored. */
  readonly subject: string | undefined;
  readonly kind: 'review' | 'form';
  readonly fields: DraftFields;
  readonly isDirty: boolean;
}

/**
 * Registers a draft while `isDirty` and stores it in the tab and on the server, so that it returns after a sign-in, after a crash and in
 * another browser. It ends when the form is sent, left with the operator's consent, or decided.
 */
export function useSavedDraft({ subject, kind, fields, isDirty }: Spec) {
  const { uid, draftKey } = useOperator();
  const owner = useMemo(() => ({ uid, draftKey }), [uid, draftKey]);
  const [found, setFound] = useState(() => foundIn(subject, subject === undefined ? undefined : storedDraft(owner, subject)));
  if (found.subject !== subject) setFound(foundIn(subject, subject === undefined ? undefined : storedDraft(owner, subject)));
  const server = useMemo(() => (subject === undefined ? undefined : serverDraft(subject)), [subject]);
  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      const draft = await server?.find();
      if (isCurrent && draft) setFound((before) => (before.draft && before.draft.atMs >= draft.atMs ? before : foundIn(subject, draft)));
    };
    void look();
    return () => {
      isCurrent = false;
    };
  }, [server, subject]);

  const text = JSON.stringify(fields);
  useEffect(() => {
    if (!isDirty || subject === undefined) return;
    const typed = JSON.parse(text) as DraftFields; // the text was made from such fields above
    storeDraft(owner, subject, { fields: typed, atMs: Date.now() });
    server?.save(typed);
  }, [text, isDirty, subject, owner, server]);
  useEffect(() => {
    const flush = () => document.visibilityState === 'hidden' && server?.flush();
    document.addEventListener('visibilitychange', flush);
    return () => document.removeEventListener('visibilitychange', flush);
  }, [server]);

  const forget = async (): Promise<void> => {
    if (subject === undefined) return;
    forgetDraft(owner, subject);
    setFound(foundIn(subject, undefined));
    await server?.forget();
  };
  const release = useDraft(isDirty, subject === undefined ? {} : { kept: kind, discard: forget });
  return {
    /** Earlier input that the form does not contain; offered until something else is typed. */
    found: found.subject === subject && !isDirty ? found.draft : undefined,
    forget: () => void forget(),
    /** Call when the form is sent or left. */
    release,
  };
}

function foundIn(subject: string | undefined, draft: StoredDraft | undefined) {
  return { subject, draft };
}
