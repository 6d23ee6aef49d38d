/** Remaining time of a session, in seconds. */
interface Left {
  readonly idle_seconds: number;
  readonly max_seconds: number;
  readonly warn_seconds: number;
}

/** An approaching end of the session. */
export interface NearEnd {
  readonly atMs: number;
  /** The session has reached its maximum age, which nothing extends. */
  readonly isFinal: boolean;
}

interface Parts {
  /** Fetches the remaining time, as a background call. */
  readonly ask: () => Promise<Left>;
  readonly show: (end: NearEnd | undefined) => void;
  readonly nowMs: () => number;
}

/**
 * Follows the remaining time of the session according to the server alone. Every tab asks, so that all agree, whichever tab or window
 * renewed the session. It asks when the end may be near, every few seconds while it is, and once at the end.
 */
export function sessionClock({ ask, show, nowMs }: Parts) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let asked = 0;
  const plan = (delayMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void check(), delayMs);
  };
  const check = async (): Promise<void> => {
    asked += 1;
    const turn = asked;
    const left = await ask().catch(() => undefined);
    if (isStopped || turn !== asked) return;
    if (!left) {
      plan(retryMs);
      return;
    }
    const seconds = Math.min(left.idle_seconds, left.max_seconds);
    const isNear = seconds <= left.warn_seconds;
    show(isNear ? { atMs: nowMs() + seconds * 1000, isFinal: left.max_seconds <= left.warn_seconds } : undefined);
    plan(isNear ? Math.min(nearMs, seconds * 1000 + graceMs) : (seconds - left.warn_seconds) * 1000 + graceMs);
  };
  plan(firstMs);
  return {
    /** Asks at once, because something may have renewed the session. */
    check,
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** The page's own calls go first. */
const firstMs = 8_000;
const nearMs = 10_000;
const retryMs = 15_000;
const graceMs = 500;
