/** Counts calls by key in fixed windows of one minute. */
export interface CallCounter {
  /** Counts one call. @returns null if it is within the limit; else the seconds until it may be retried. */
  count(key: string): number | null;
}

export interface CounterOptions {
  /** Limit of one key; 0 means no limit. */
  readonly perMinute: number;
  /** How many keys are counted separately in one window. */
  readonly maxKeys?: number;
  readonly nowMs?: () => number;
}

/**
 * No count is evicted before its minute ends, so a flood of new keys cannot reset the count of another key. Keys beyond `maxKeys` are
 * counted together.
 */
export function callCounter({ perMinute, maxKeys = 100_000, nowMs = () => performance.now() }: CounterOptions): CallCounter {
  const counts = new Map<string, number>();
  let endsMs = -Infinity;
  return {
    count(key) {
      if (perMinute === 0) return null;
      const now = nowMs();
      if (now >= endsMs) {
        counts.clear();
        endsMs = now + minuteMs;
      }
      const counted = counts.has(key) || counts.size < maxKeys ? key : others;
      const calls = (counts.get(counted) ?? 0) + 1;
      counts.set(counted, calls);
      return calls > perMinute ? Math.max(1, Math.ceil((endsMs - now) / 1000)) : null;
    },
  };
}

const minuteMs = 60_000;
/** No key of an address or token can equal this. */
const others = '\n';

/** Too many calls in a minute, or at the same time. Answered with 429 and `Retry-After`, in the error format of its API. */
export class TooMany extends Error {
  override name = 'TooMany';
  readonly statusCode = 429;

  constructor(readonly retrySeconds: number) {
    super('too many calls');
  }
}
