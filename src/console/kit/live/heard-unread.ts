import { createEmitter } from '../net/emitter.ts';

/** The operator's unread messages: how many, and which is the newest. */
export interface Unread {
  readonly unread: number;
  readonly newest: string;
}

/** What the streams of this window tell of the operator's messages. */
export function createHeardUnread() {
  const changed = createEmitter();
  let heard: Unread | undefined;
  let tellers = 0;
  let forgetting: ReturnType<typeof setTimeout> | undefined;

  const hear = (next: Unread | undefined): void => {
    clearTimeout(forgetting);
    if (next?.unread === heard?.unread && next?.newest === heard?.newest) return;
    heard = next;
    changed.emit();
  };
  return {
    subscribe: changed.subscribe,
    /** Undefined while no stream tells. */
    current: () => heard,
    hear,
    /** Counts a stream that has begun to tell. @returns ends it. What was heard stays while the next stream opens. */
    tell(): () => void {
      tellers += 1;
      return () => {
        tellers -= 1;
        clearTimeout(forgetting);
        if (tellers === 0) forgetting = setTimeout(() => hear(undefined), reopenMs);
      };
    },
    /** The next operator of this window has messages of their own. */
    forget: () => hear(undefined),
  };
}
const reopenMs = 3_000;

export const heardUnread = createHeardUnread();
