import { dayMs, formatDay, startOfDay, type TimeRange } from '../../../domain/kit/text/time.ts';

/** A range split at Shanghai midnights: the whole days, which counters cover, and the remaining ends. */
export interface RangeSegments {
  /** `yyyy-MM-dd`, half-open; null if the range contains no whole day. */
  readonly days: Days | null;
  /** The newest end, or the whole range if it contains no whole day. */
  readonly head: TimeRange | null;
  /** The oldest end. */
  readonly tail: TimeRange | null;
}

export interface Days {
  readonly from: string;
  readonly until: string;
}

export function splitAtMidnights(range: TimeRange): RangeSegments {
  const first = startOfDay(new Date(range.from.getTime() + dayMs - 1));
  const last = startOfDay(range.until);
  if (first >= last) return { days: null, head: range, tail: null };
  return {
    days: { from: formatDay(first), until: formatDay(last) },
    head: last < range.until ? { from: last, until: range.until } : null,
    tail: range.from < first ? { from: range.from, until: first } : null,
  };
}

/** The fewest whole days that contain a range. */
export function daysAround(range: TimeRange): Days {
  return { from: formatDay(range.from), until: formatDay(new Date(range.until.getTime() + dayMs - 1)) };
}
