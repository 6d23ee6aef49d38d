import { useLayoutEffect, type RefObject } from 'react';
import type { ReviewChoice } from '../../../domain/business/codes/users.ts';
import { useKeys, type Key } from '../keys/use-keys.ts';

interface Given {
  /** The decision is open and no other question is shown. */
  readonly isActive: boolean;
  /** Names of the choices. */
  readonly words: Readonly<Record<ReviewChoice, string>>;
  readonly choose: (choice: ReviewChoice) => void;
  /** Fills in the template at this position; undefined for the next one. */
  readonly template: (at?: number) => void;
  /** The key for the next case, also available after the decision. */
  readonly next: Key | undefined;
}

/**
 * The keys of every review: 1 and 2 choose, T fills in a template, N goes to the next case. Within a field too, Ctrl+Enter submits and
 * Alt+1 … Alt+6 fill in a template.
 */
export function useDecisionKeys(form: RefObject<HTMLFormElement | null>, { isActive, words, choose, template, next }: Given): void {
  const choices: readonly Key[] = [
    { key: '1', act: words.approve, run: () => choose('approve') },
    { key: '2', act: words.reject, run: () => choose('reject') },
    { key: 'a', run: () => choose('approve') },
    { key: 'r', run: () => choose('reject') },
    { key: 't', act: '常用语（填写时 Alt+1…6）', run: () => template() },
  ];
  useKeys({ name: '审核', keys: [...(isActive ? choices : []), ...(next ? [next] : [])] });
  useLayoutEffect(() => {
    if (!isActive) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const at = event.altKey ? /^(?:Digit|Numpad)([1-6])$/.exec(event.code)?.[1] : undefined; // on a Mac, `key` is another character
      const submits = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
      if (at === undefined && !submits) return;
      event.preventDefault(); // otherwise a focused button would be clicked too
      if (at !== undefined) template(Number(at) - 1);
      else if (!event.repeat) form.current?.requestSubmit();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
