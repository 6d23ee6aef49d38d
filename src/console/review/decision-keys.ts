import { useEffect, type RefObject } from 'react';
import type { ReviewChoice } from '../../domain/codes/users.ts';
import { useShortcuts } from './shortcuts.ts';

interface Acts {
  readonly choose: (choice: ReviewChoice) => void;
  /** Fills in the next of the usual words. */
  readonly template: () => void;
}

/** The keys of every review: 1 and 2 choose, T fills in usual words, Ctrl+Enter submits, also from within a field. */
export function useDecisionKeys(isActive: boolean, form: RefObject<HTMLFormElement | null>, { choose, template }: Acts): void {
  useShortcuts(isActive ? { '1': () => choose('approve'), '2': () => choose('reject'), t: template } : {});
  useEffect(() => {
    if (!isActive) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
      event.preventDefault(); // a focused button would be pressed too
      if (!event.repeat) form.current?.requestSubmit();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isActive, form]);
}
