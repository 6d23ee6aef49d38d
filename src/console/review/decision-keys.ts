import { useEffect, type RefObject } from 'react';
import type { ReviewChoice } from '../../domain/codes/users.ts';
import { useKeys, type Key } from '../keys/use-keys.ts';

interface Given {
  /** The decision is open and no other question is shown. */
  readonly isActive: boolean;
  /** Names of the choices. */
  readonly words: Readonly<Record<ReviewChoice, string>>;
  readonly choose: (choice: ReviewChoice) => void;
  /** Fills in the next template. */
  readonly template: () => void;
  /** The key for the next case, also available after the decision. */
  readonly next: Key | undefined;
}

/** The keys of every review: 1 and 2 choose, T fills in a template, N goes to the next case, and Ctrl+Enter submits, even in a field. */
export function useDecisionKeys(form: RefObject<HTMLFormElement | null>, { isActive, words, choose, template, next }: Given): void {
  const choices: readonly Key[] = [
    { key: '1', act: words.approve, run: () => choose('approve') },
    { key: '2', act: words.reject, run: () => choose('reject') },
    { key: 'a', run: () => choose('approve') },
    { key: 'r', run: () => choose('reject') },
    { key: 't', act: '常用语', run: template },
  ];
  useKeys({ name: '审核', keys: [...(isActive ? choices : []), ...(next ? [next] : [])] });
  useEffect(() => {
    if (!isActive) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault(); // otherwise a focused button would be clicked too
      if (!event.repeat) form.current?.requestSubmit();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isActive, form]);
}
