import { setTimeout as sleep } from 'node:timers/promises';

/** Waits as long as the rate demands after so many bytes were read. Ends early, without a word, when the server stops. */
export type Pace = (bytes: number, stopping: AbortSignal) => Promise<void>;

/**
 * The rate as an average from the first byte on; a pause is not made up for by a burst of more than a second. Debts below 50 ms are not
 * slept off one by one.
 */
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
