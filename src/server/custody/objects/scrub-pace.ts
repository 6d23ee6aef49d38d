import { setTimeout as sleep } from 'node:timers/promises';

/** Waits as long as the rate requires after reading `bytes`. Resolves early, without an error, when the server stops. */
export type Pace = (bytes: number, stopping: AbortSignal) => Promise<void>;

/** Limits the average rate since the start. After a pause it allows a burst of at most one second. Delays below 50 ms are accumulated. */
export function paceOf(
  bytesPerSecond: number,
  now: () => number = () => performance.now(),
  wait: (ms: number, stopping: AbortSignal) => Promise<void> = pause,
): Pace {
  let paidUntil = now();
  return async (bytes, stopping) => {
    paidUntil = Math.max(paidUntil, now() - 1000) + (bytes / bytesPerSecond) * 1000;
    const aheadMs = paidUntil - now();
    if (aheadMs >= 50) await wait(aheadMs, stopping);
  };
}

async function pause(ms: number, stopping: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stopping }).catch(() => undefined);
}
