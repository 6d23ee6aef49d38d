import type { TimestampAuthority } from '../timestamps/timestamp.ts';

/**
 * When an authority that did not answer is asked again for a document's timestamp: not at every download of one that was issued without.
 */
const restUntil = new WeakMap<TimestampAuthority, number>();
const restMs = 60_000;

export function isToBeAsked(authority: TimestampAuthority | null): boolean {
  return authority !== null && performance.now() >= (restUntil.get(authority) ?? 0);
}

/** After an answer that did not come. */
export function letRest(authority: TimestampAuthority): void {
  restUntil.set(authority, performance.now() + restMs);
}
