/** Looks again and again, while anybody needs it. */
export interface Turns {
  /** Looks at once instead of at the next turn. */
  soon(): void;
  stop(): void;
}

/** Runs `look` every `everyMs` while it is needed, and never twice at once. `look` must not throw. */
export function createTurns({
  look,
  isNeeded,
  everyMs,
}: {
  readonly look: () => Promise<void>;
  readonly isNeeded: () => boolean;
  readonly everyMs: number;
}): Turns {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let looking: Promise<void> | undefined;
  const turn = (delayMs: number): void => {
    clearTimeout(timer);
    if (isStopped || !isNeeded()) return;
    timer = setTimeout(() => {
      looking = look().finally(() => {
        looking = undefined;
        turn(everyMs);
      });
    }, delayMs);
    timer.unref();
  };
  return {
    soon() {
      // A running look may have read before the change.
      if (looking) void looking.finally(() => turn(togetherMs));
      else turn(togetherMs);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
/** What begins within this time shares a look. */
const togetherMs = 30;
