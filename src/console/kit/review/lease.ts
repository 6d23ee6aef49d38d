import { parseTime } from '../../../domain/kit/text/time.ts';

/** Duration of a new lease in milliseconds, computed from the server's start and end, so that this machine's clock does not matter. */
export function leaseOf({ since, until }: { readonly since: string; readonly until: string }): number {
  const [start, end] = [parseTime(since), parseTime(until)];
  return start && end && end > start ? end.getTime() - start.getTime() : unreadableMs;
}

const unreadableMs = 10_000;
