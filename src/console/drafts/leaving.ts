import { createEmitter } from '../net/emitter.ts';
import { dropDrafts, hasDrafts } from './drafts.ts';

/** The way out that waits for the operator's word, because something unsaved would be lost on it. */
let waiting: (() => void) | undefined;
const changed = createEmitter();

/** Goes at once, or, while a form holds something unsaved, once the operator agrees. */
export function leaveWhenAgreed(go: () => void): void {
  if (hasDrafts()) wait(go);
  else go();
}

export const leaving = {
  subscribe: changed.subscribe,
  current: () => waiting,
  agree(): void {
    const go = waiting;
    dropDrafts();
    wait(undefined);
    go?.();
  },
  stay: () => wait(undefined),
};

function wait(go: (() => void) | undefined): void {
  waiting = go;
  changed.emit();
}
