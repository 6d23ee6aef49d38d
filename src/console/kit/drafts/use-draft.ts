import { useCallback, useContext, useEffect, useRef } from 'react';
import { DraftScopeContext } from './draft-scope.ts';
import { registerDraft, type HeldDraft } from './drafts.ts';

/**
 * Registers a draft while `isDirty`. @returns a function that releases it at once, because a sent form leaves its page before it renders
 * again. @param held what is stored for the operator's return.
 */
export function useDraft(isDirty: boolean, { kept, discard }: HeldDraft = {}): () => void {
  const scope = useContext(DraftScopeContext);
  const releaseRef = useRef<() => void>(undefined);
  const discardRef = useRef(discard);
  useEffect(() => {
    discardRef.current = discard;
  });
  useEffect(() => {
    if (!isDirty) return undefined;
    const release = scope.hold(registerDraft({ ...(kept && { kept }), discard: async () => discardRef.current?.() }));
    releaseRef.current = release;
    return release;
  }, [isDirty, kept, scope]);
  return useCallback(() => {
    scope.sent();
    releaseRef.current?.();
  }, [scope]);
}
