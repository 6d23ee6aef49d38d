/** Counts calls by key in windows of a minute. */
export interface CallCounter {
  /** Counts one. @returns null when it is within the bound; else the seconds until it may be tried again. */
  count(key: string): number | null;
}

export interface CounterOptions {
  /** Of a key; 0: no bound. */
  readonly perMinute: number;
  /** How many keys are told apart. */
  readonly maxKeys?: number;
  readonly nowMs?: () => number;
}

/**
 * Nothing that was counted is forgotten before its minute is over: whoever brings new keys drives no other one's count out. Keys that find
 * no room are counted together.
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
/** No address and no token is spelled so. */
const others = '\n';

/** A call that came too often, or beside too many; answered 429 with `Retry-After` in the form of its scope. */
export class TooMany extends Error {
  override name = 'TooMany';
  readonly statusCode = 429;

  constructor(readonly retrySeconds: number) {
    super('too many calls');
  }
}
