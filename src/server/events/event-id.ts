/** `evt_` and the place in 16 hex digits: as texts, ids sort as the places do. */
export function eventIdOf(place: string): string {
  return `evt_${BigInt(place).toString(16).padStart(16, '0')}`;
}

/** @param id as the contract's `eventId` takes it, which is none that the database could not hold. */
export function placeOf(id: string): string {
  return BigInt(`0x${id.slice(4)}`).toString();
}

/** The first place that an event could have got at an instant. */
export function placeAt(at: Date): string {
  return String(BigInt(Math.max(0, at.getTime())) * 1000n);
}
