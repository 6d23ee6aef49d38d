import { sql, type RawBuilder } from 'kysely';

/**
 * Leases: a column of a row says until when somebody has it in hand, by the database's clock, which all servers share. Nothing is locked
 * while they work; what a server that dies had in hand is free again when its lease ends. Whoever ends the work changes only what is still
 * theirs (an attempt, a state, the end that they wrote), so that one whose lease ran out changes nothing any more.
 */

/**
 * The end of a lease that is taken, or renewed, now.
 * @param now `clockNow` for who may have waited for a lock since their transaction began.
 */
export function leaseEnd(seconds: number | RawBuilder<unknown>, now = transactionBegan): RawBuilder<Date> {
  return sql<Date>`${now} + make_interval(secs => ${seconds})`;
}

/** Whether somebody has a row in hand; a row that nobody took has no end of a lease. @param until the column. */
export function isHeld(until: RawBuilder<unknown>, now = transactionBegan): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${until} > ${now}, false)`;
}

/** Whether a lease has ended, in the form that an index serves. @param until the column. */
export function hasEnded(until: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${until} <= ${transactionBegan}`;
}

/**
 * Whether a lease ends later than any that is given, and so was written before the clock jumped back. @param until the column.
 * @param longestSeconds of all that is ever written there.
 */
export function isAhead(until: RawBuilder<unknown>, longestSeconds: number | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${until} > ${leaseEnd(longestSeconds)}`;
}

/** Whether a row may be taken: its lease has ended, or is one of a clock that jumped back. */
export function isFree(until: RawBuilder<unknown>, longestSeconds: number): RawBuilder<boolean> {
  return sql<boolean>`(${hasEnded(until)} or ${isAhead(until, longestSeconds)})`;
}

/** The database's clock at this moment, and as the transaction began, which is one value for a statement and so serves an index. */
export const clockNow = sql<Date>`clock_timestamp()`;
const transactionBegan = sql<Date>`now()`;

/**
 * Renews a lease until it is stopped, often enough that some renewals may fail: a database that does not answer is asked again, and the
 * lease's end decides. @param renew `false` where it is lost.
 */
export function startRenewing(renew: () => Promise<unknown>, { leaseSeconds, onLost }: Renewal): () => void {
  const turn = (): void => {
    renew().then(
      (isOurs) => isOurs === false && onLost?.(),
      () => undefined,
    );
  };
  // A lease that is held keeps no process alive.
  const timer = setInterval(turn, (leaseSeconds * 1000) / 3).unref();
  return () => clearInterval(timer);
}

interface Renewal {
  readonly leaseSeconds: number;
  readonly onLost?: () => void;
}
