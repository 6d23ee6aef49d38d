import { useCallback, useEffect, useRef } from 'react';
import { registerDraft } from './drafts.ts';

/**
 * Holds a draft while `isDirty`. @returns what lets it go at once: a form that was sent leaves its page before it is rendered again.
 * @param isStored what it holds is there again when the operator comes back.
 */
export function useDraft(isDirty: boolean, isStored = false): () => void {
  const releaseRef = useRef<() => void>(undefined);
  useEffect(() => {
    if (!isDirty) return undefined;
    const release = registerDraft(isStored);
    releaseRef.current = release;
    return release;
  }, [isDirty, isStored]);
  return useCallback(() => releaseRef.current?.(), []);
}
