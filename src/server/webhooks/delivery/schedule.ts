/**
 * Delay before each attempt, in seconds: the first at once, then ever longer, over three days in all. Source: Standard Webhooks 1.0.0,
 * *Deliverability and reliability*.
 */
export const attemptDelays: readonly number[] = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

/**
 * Delay after a failed attempt, in ms; null if it was the last one.
 * @param attempt its number, from 1. @param retryAfterMs what the receiver asked for: used if it is longer, up to a day.
 * @param chance from 0 to 1, spreads the delay over ± 20 %.
 */
export function delayAfter(
  attempt: number,
  retryAfterMs: number | null,
  delays: readonly number[] = attemptDelays,
  chance = Math.random(),
): number | null {
  const seconds = delays[attempt];
  if (seconds === undefined) return null;
  const planned = seconds * 1000 * (0.8 + 0.4 * chance);
  return Math.round(Math.max(planned, Math.min(retryAfterMs ?? 0, dayMs)));
}

const dayMs = 86_400_000;
