import { sql, type RawBuilder } from 'kysely';

/**
 * Leases: a column of a row says until when a worker holds the row, by the database's clock, which all servers share. No row lock is held
 * meanwhile; if the holder's server dies, the row becomes free when the lease ends. A holder that finishes must update the row only while
 * it is still theirs (same attempt, state or lease end), so that a holder whose lease expired changes nothing.
 */

/**
 * The end of a lease that is taken or renewed now.
 * @param now `clockNow` if the transaction may have waited for a lock since it began.
 */
export function leaseEnd(seconds: number | RawBuilder<unknown>, now = transactionBegan): RawBuilder<Date> {
  return sql<Date>`${now} + make_interval(secs => ${seconds})`;
}

/** Whether a row is leased; false if `until` is null, as in a row that was never taken. @param until the column. */
export function isHeld(until: RawBuilder<unknown>, now = transactionBegan): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${until} > ${now}, false)`;
}

/** Whether a lease has ended, in a form that can use an index. Null if `until` is null. @param until the column. */
export function hasEnded(until: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${until} <= ${transactionBegan}`;
}

/**
 * Whether a lease ends later than any lease taken now could, so that it was written before the clock jumped back.
 * @param until the column. @param longestSeconds the longest lease that is ever written there.
 */
export function isAhead(until: RawBuilder<unknown>, longestSeconds: number | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${until} > ${leaseEnd(longestSeconds)}`;
}

/** Whether a row may be taken: its lease has ended, or was written before the clock jumped back. */
export function isFree(until: RawBuilder<unknown>, longestSeconds: number): RawBuilder<boolean> {
  return sql<boolean>`(${hasEnded(until)} or ${isAhead(until, longestSeconds)})`;
}

/** The database's clock now. `transactionBegan` is its time at the transaction's start: constant in a statement, so it can use an index. */
export const clockNow = sql<Date>`clock_timestamp()`;
const transactionBegan = sql<Date>`now()`;

/**
 * Renews a lease three times per lease period until stopped. A renewal that throws is ignored and tried again next time; the lease's end
 * decides. @param renew resolves to `false` if the lease is lost, which calls `onLost`. @returns the function that stops it.
 */
export function startRenewing(renew: () => Promise<unknown>, { leaseSeconds, onLost }: Renewal): () => void {
  const turn = (): void => {
    renew().then(
      (isOurs) => isOurs === false && onLost?.(),
      () => undefined,
    );
  };
  // A held lease must not keep the process alive.
  const timer = setInterval(turn, (leaseSeconds * 1000) / 3).unref();
  return () => clearInterval(timer);
}

interface Renewal {
  readonly leaseSeconds: number;
  readonly onLost?: () => void;
}
