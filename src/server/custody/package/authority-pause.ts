import type { TimestampAuthority } from '../timestamps/timestamp.ts';

/** When an authority that did not answer may be asked again to timestamp a document, so that not every download waits for it. */
const pausedUntil = new WeakMap<TimestampAuthority, number>();
const pauseMs = 60_000;

export function mayAsk(authority: TimestampAuthority | null): boolean {
  return authority !== null && performance.now() >= (pausedUntil.get(authority) ?? 0);
}

/** Call this after an authority did not answer. */
export function pauseAuthority(authority: TimestampAuthority): void {
  pausedUntil.set(authority, performance.now() + pauseMs);
}
