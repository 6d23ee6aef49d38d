import { createEmitter } from '../net/emitter.ts';
import { hasDrafts } from './drafts.ts';

/** The way out that waits for the operator's word, because something unsaved would be lost on it. */
let waiting: (() => void) | undefined;
const changed = createEmitter();

/** Whether a way to an address within the console loses what is unsaved. Tabs keep what lies in another one than the address. */
let judge: ((path: string, isReplacing: boolean) => boolean) | undefined;

/** @returns what takes the judgement back. */
export function judgeLosses(judgement: (path: string, isReplacing: boolean) => boolean): () => void {
  judge = judgement;
  return () => {
    if (judge === judgement) judge = undefined;
  };
}

export function losesDrafts(path: string, isReplacing = false): boolean {
  return judge?.(path, isReplacing) ?? hasDrafts();
}

/** Goes at once, or, while a form holds something that would be lost, once the operator agrees. */
export function leaveWhenAgreed(go: () => void, isLosing = hasDrafts()): void {
  if (isLosing) wait(go);
  else go();
}

export const leaving = {
  subscribe: changed.subscribe,
  current: () => waiting,
  agree(): void {
    const go = waiting;
    wait(undefined);
    go?.();
  },
  stay: () => wait(undefined),
};

function wait(go: (() => void) | undefined): void {
  waiting = go;
  changed.emit();
}
