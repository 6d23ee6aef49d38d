import { useCallback, useEffect, useRef } from 'react';
import { holdDraft } from './drafts.ts';

/**
 * Holds a draft while `isDirty`. @returns what lets it go at once: a form that was sent leaves its page before it is rendered again.
 * @param isKept what it holds is there again when the operator comes back.
 */
export function useDraft(isDirty: boolean, isKept = false): () => void {
  const held = useRef<() => void>(undefined);
  useEffect(() => {
    if (!isDirty) return undefined;
    const release = holdDraft(isKept);
    held.current = release;
    return release;
  }, [isDirty, isKept]);
  return useCallback(() => held.current?.(), []);
}
