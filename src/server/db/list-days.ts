import { dayMs, formatTime, parseDay, type TimeRange } from '../../domain/time.ts';

/** A range cut at Shanghai midnights: the whole days, which counters know, and the ends that stick out of them. */
export interface Pieces {
  /** `yyyy-MM-dd`, half-open; null when no midnight pair lies within. */
  readonly days: Days | null;
  /** The newest end, or the whole range when it holds no whole day. */
  readonly head: TimeRange | null;
  /** The oldest end. */
  readonly tail: TimeRange | null;
}

export interface Days {
  readonly from: string;
  readonly until: string;
}

export function cutAtMidnights(range: TimeRange): Pieces {
  const first = midnightBefore(new Date(range.from.getTime() + dayMs - 1));
  const last = midnightBefore(range.until);
  if (first >= last) return { days: null, head: range, tail: null };
  return {
    days: { from: dayOf(first), until: dayOf(last) },
    head: last < range.until ? { from: last, until: range.until } : null,
    tail: range.from < first ? { from: range.from, until: first } : null,
  };
}

/** The smallest whole days that hold a range. */
export function daysAround(range: TimeRange): Days {
  return { from: dayOf(range.from), until: dayOf(new Date(range.until.getTime() + dayMs - 1)) };
}

function dayOf(instant: Date): string {
  return formatTime(instant).slice(0, 10);
}

function midnightBefore(instant: Date): Date {
  // formatTime gives a day that parseDay reads, whatever the instant.
  return parseDay(dayOf(instant)) ?? instant;
}
