import { parseTime } from '../../domain/text/time.ts';

/**
 * How long a lease that was just given lasts, in milliseconds, as the server counts: its own beginning and end, whatever this machine's
 * clock says.
 */
export function leaseOf({ since, until }: { readonly since: string; readonly until: string }): number {
  const [start, end] = [parseTime(since), parseTime(until)];
  return start && end && end > start ? end.getTime() - start.getTime() : unreadableMs;
}

const unreadableMs = 10_000;
