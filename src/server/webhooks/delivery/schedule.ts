/**
 * What passes before each attempt, in seconds: at once, then ever longer, over three days. Source: Standard Webhooks 1.0.0,
 * *Deliverability and reliability*.
 */
export const attemptDelays: readonly number[] = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

/**
 * How long to wait after an attempt that failed, in ms; null when it was the last one.
 * @param attempt its number, from 1. @param retryAfterMs what the receiver asked for: obeyed when it is later, up to a day.
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
