import { createEmitter } from '../net/emitter.ts';
import { allDrafts, dropDrafts, type Release } from './drafts.ts';

/** The way out that waits for the operator's word, because something unsaved would be lost on it. */
let waiting: (() => void) | undefined;
/** What would be lost. */
let losing: ReadonlySet<Release> = new Set();
const changed = createEmitter();

/** Which drafts a way to an address within the console loses. Tabs keep what lies in another one than the address. */
type Judgement = (path: string, isReplacing: boolean) => ReadonlySet<Release>;
let judge: Judgement | undefined;

/** @returns what takes the judgement back. */
export function judgeLosses(judgement: Judgement): () => void {
  judge = judgement;
  return () => {
    if (judge === judgement) judge = undefined;
  };
}

export function draftsLost(path: string, isReplacing = false): ReadonlySet<Release> {
  return judge?.(path, isReplacing) ?? allDrafts();
}

/** Goes at once, or, where drafts would be lost, once the operator agrees. */
export function leaveWhenAgreed(go: () => void, lost = allDrafts()): void {
  if (lost.size === 0) return go();
  losing = lost;
  return wait(go);
}

export const leaving = {
  subscribe: changed.subscribe,
  current: () => waiting,
  agree(): void {
    const go = waiting;
    dropDrafts(losing);
    wait(undefined);
    go?.();
  },
  stay: () => wait(undefined),
};

function wait(go: (() => void) | undefined): void {
  waiting = go;
  changed.emit();
}
