import { limits } from '../../../domain/business/codes/limits.ts';

/** Whether a request is under way; cleared `clearMs` (one second) after the last response (spec/console, 9.3). */
export function loadingFlag(clearMs: number) {
  const listeners = new Set<() => void>();
  let pending = 0;
  let active = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const set = (next: boolean) => {
    if (active === next) return;
    active = next;
    for (const listener of listeners) listener();
  };
  return {
    /** Raises the flag; the returned function reports the response. */
    begin(): () => void {
      pending += 1;
      clearTimeout(timer);
      set(true);
      let over = false;
      return () => {
        if (over) return;
        over = true;
        pending -= 1;
        if (pending > 0) return;
        clearTimeout(timer);
        timer = setTimeout(() => set(false), clearMs);
      };
    },
    isActive: () => active,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const loading = loadingFlag(limits.loadingClearMs);
