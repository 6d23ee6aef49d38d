import { sql, type RawBuilder } from 'kysely';

/**
 * Leases: a column of a row says until when somebody has it in hand, by the database's clock, which all servers share. Nothing is locked
 * while they work; what a server that dies had in hand is free again when its lease ends. Whoever ends the work changes only what is still
 * theirs (an attempt, a state, the end that they wrote), so that one whose lease ran out changes nothing any more.
 */

/** The end of a lease that is taken, or renewed, now. */
export function leaseEnd(seconds: number | RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`now() + make_interval(secs => ${seconds})`;
}

/**
 * Whether a row may be taken: its lease has ended, or ends later than any that is given, and so was written before the clock jumped back.
 * @param until the column. @param longestSeconds of all that is ever written there.
 */
export function isFree(until: RawBuilder<unknown>, longestSeconds: number): RawBuilder<boolean> {
  return sql<boolean>`(${until} <= now() or ${until} > ${leaseEnd(longestSeconds)})`;
}

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
  const timer = setInterval(turn, (leaseSeconds * 1000) / 3);
  return () => clearInterval(timer);
}

interface Renewal {
  readonly leaseSeconds: number;
  readonly onLost?: () => void;
}
