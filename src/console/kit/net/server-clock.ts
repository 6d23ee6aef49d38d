let aheadMs = 0;

/** Sets the clock by the `Date` of an answer, which is exact to the second. */
export function followServer(date: string | null): void {
  const atMs = Date.parse(date ?? '');
  if (!Number.isNaN(atMs)) aheadMs = atMs - Date.now();
}

/** The server's time. A computer's own clock, or its time zone, may be wrong. */
export function serverNow(): Date {
  return new Date(Date.now() + aheadMs);
}
