import { createEmitter } from '../net/emitter.ts';
import { allDrafts, dropDrafts, type Release } from './drafts.ts';

/** The navigation that waits for the operator's consent, because it would lose unsaved input. */
let waiting: (() => void) | undefined;
/** The drafts that it would lose. */
let losing: ReadonlySet<Release> = new Set();
const changed = createEmitter();

/** Returns the drafts that a navigation within the console would lose. Tabs keep the drafts of the other tabs. */
type Judgement = (path: string, isReplacing: boolean) => ReadonlySet<Release>;
let judge: Judgement | undefined;

/** @returns a function that removes the judgement. */
export function judgeLosses(judgement: Judgement): () => void {
  judge = judgement;
  return () => {
    if (judge === judgement) judge = undefined;
  };
}

export function draftsLost(path: string, isReplacing = false): ReadonlySet<Release> {
  return judge?.(path, isReplacing) ?? allDrafts();
}

/** Navigates at once or, if drafts would be lost, after the operator agrees. */
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
