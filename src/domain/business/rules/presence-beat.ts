/**
 * How long a presence lasts after the last beat of its window. A window that vanished is gone within ten seconds (desk, Beside each
 * object).
 */
export const presenceLeaseSeconds = 8.5;

/**
 * Milliseconds until a window's next beat: five seconds, less what brings it to a whole second. The beats of many windows then reach
 * a server together, and one that it serves beside others costs a third of one for which it wakes up.
 */
export function untilNextBeat(nowMs: number): number {
  return beatMs - (nowMs % slotMs);
}

const beatMs = 5_000;
const slotMs = 1_000;
