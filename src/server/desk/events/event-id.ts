/** `evt_` and the place in 16 hex digits, so that IDs sort as texts in the order of their places. */
export function eventIdOf(place: string): string {
  return `evt_${BigInt(place).toString(16).padStart(16, '0')}`;
}

/** The place in an event ID. @param id valid by the contract's `eventId`, so that the place fits a bigint. */
export function placeOf(id: string): string {
  return BigInt(`0x${id.slice(4)}`).toString();
}

/** The first place that an event could get at an instant: microseconds since 1970. */
export function placeAt(at: Date): string {
  return String(BigInt(Math.max(0, at.getTime())) * 1000n);
}
