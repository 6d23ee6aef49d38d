/** What is left of a session, in seconds. */
interface Left {
  readonly idle_seconds: number;
  readonly max_seconds: number;
  readonly warn_seconds: number;
}

/** The end that comes near. */
export interface NearEnd {
  readonly atMs: number;
  /** The session's age ends it: nothing renews it. */
  readonly isFinal: boolean;
}

interface Parts {
  /** Asks the server, as a call that is no work. */
  readonly ask: () => Promise<Left>;
  readonly show: (end: NearEnd | undefined) => void;
  readonly nowMs: () => number;
}

/**
 * Follows how long the session lasts, by the server's word alone: every tab asks, so that all agree, whichever of them, or another
 * browser's window, renewed it. It asks when the end may be near, every few seconds while it is, and once when it is there.
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
    /** Asks at once: something may have renewed it. */
    check,
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** The page's own calls come first. */
const firstMs = 8_000;
const nearMs = 10_000;
const retryMs = 15_000;
const graceMs = 500;
