import type { TimestampAuthority } from '../timestamps/timestamp.ts';

/** When an authority that did not answer may be asked again to timestamp a document, so that not every download waits for it. */
const restUntil = new WeakMap<TimestampAuthority, number>();
const restMs = 60_000;

export function isToBeAsked(authority: TimestampAuthority | null): boolean {
  return authority !== null && performance.now() >= (restUntil.get(authority) ?? 0);
}

/** Call this after an authority did not answer. */
export function letRest(authority: TimestampAuthority): void {
  restUntil.set(authority, performance.now() + restMs);
}
