import { useCallback, useContext, useEffect, useRef } from 'react';
import { DraftScopeContext } from './draft-scope.ts';
import { registerDraft } from './drafts.ts';

/**
 * Holds a draft while `isDirty`. @returns what lets it go at once: a form that was sent leaves its page before it is rendered again.
 * @param isStored what it holds is there again when the operator comes back.
 */
export function useDraft(isDirty: boolean, isStored = false): () => void {
  const scope = useContext(DraftScopeContext);
  const releaseRef = useRef<() => void>(undefined);
  useEffect(() => {
    if (!isDirty) return undefined;
    const release = scope.hold(registerDraft(isStored));
    releaseRef.current = release;
    return release;
  }, [isDirty, isStored, scope]);
  return useCallback(() => {
    scope.sent();
    releaseRef.current?.();
  }, [scope]);
}
