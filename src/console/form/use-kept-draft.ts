import { useEffect, useMemo, useState } from 'react';
import type { DraftFields } from '../../contract/console/own/drafts.ts';
import { serverDraft } from '../drafts/server-draft.ts';
import { forgetDraft, storeDraft, storedDraft, type StoredDraft } from '../drafts/stored-drafts.ts';
import { useDraft } from '../drafts/use-draft.ts';
import { useOperator } from '../session/operator.tsx';

interface Spec {
  /** What it is about; undefined where nothing is kept. */
  readonly subject: string | undefined;
  readonly kind: 'review' | 'form';
  readonly fields: DraftFields;
  readonly isDirty: boolean;
}

/**
 * Holds a draft while `isDirty`, and keeps it in the tab and on the server: it comes back after a sign-in, a crash and in another browser.
 * Leaving it with the operator's word, sending it and a decision end it.
 */
export function useKeptDraft({ subject, kind, fields, isDirty }: Spec) {
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
    const typed = JSON.parse(text) as DraftFields; // what was made a text above
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
    /** What was typed before and is not in the form; offered until something else is typed. */
    found: found.subject === subject && !isDirty ? found.draft : undefined,
    forget: () => void forget(),
    /** The form is sent or left. */
    release,
  };
}

function foundIn(subject: string | undefined, draft: StoredDraft | undefined) {
  return { subject, draft };
}
