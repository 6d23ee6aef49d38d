export interface ReadinessPace {
  /** How long a good result is cached; a bad one is cached for a fifth of it, so that recovery is noticed soon. */
  readonly cacheMs: number;
  /** A check that takes longer counts as failed for its callers; no second check is started meanwhile. */
  readonly patienceMs: number;
  readonly nowMs: () => number;
}

/**
 * Whether the server can serve. Callers may ask at any rate: one check runs at a time, and its result is cached for some seconds.
 */
export function readiness(check: () => Promise<unknown>, pace: Partial<ReadinessPace> = {}): () => Promise<boolean> {
  const { cacheMs, patienceMs, nowMs } = { cacheMs: 5000, patienceMs: 10_000, nowMs: () => performance.now(), ...pace };
  let running: Promise<boolean> | null = null;
  let known: { readonly isReady: boolean; readonly untilMs: number } | null = null;

  const run = async (): Promise<boolean> => {
    const isReady = await check().then(
      () => true,
      () => false,
    );
    known = { isReady, untilMs: nowMs() + (isReady ? cacheMs : cacheMs / 5) };
    running = null;
    return isReady;
  };
  return async () => {
    if (known && nowMs() < known.untilMs) return known.isReady;
    return within(patienceMs, (running ??= run()));
  };
}

function within(ms: number, result: Promise<boolean>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    void result.then(resolve).finally(() => clearTimeout(timer));
  });
}
