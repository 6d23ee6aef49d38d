import { dayMs, formatTime, parseDay } from './time.ts';

/** Shanghai days, `yyyy-MM-dd`, that differ from the normal week. */
export interface Holidays {
  /** Days off from Monday to Friday. */
  readonly free: ReadonlySet<string>;
  /** Working Saturdays and Sundays. */
  readonly worked: ReadonlySet<string>;
}

/** The last day, `yyyy-MM-dd`, of a term of this many working days. The day of the event does not count. */
export function dueDay(event: Date, workingDays: number, holidays: Holidays): string {
  let day = formatTime(event).slice(0, 10);
  for (let left = workingDays; left > 0; ) {
    day = dayAfter(day, 1);
    if (isWorked(day, holidays)) left -= 1;
  }
  return day;
}

/** Working days from `now` until a day, not counting today: 0 on the day itself, negative after it. Takes constant time. */
export function workingDaysLeft(now: Date, due: string, holidays: Holidays): number {
  const today = formatTime(now).slice(0, 10);
  if (today <= due) return workedAfter(today, due, holidays);
  // A term that has passed is overdue even if there was no working day since.
  return -Math.max(1, workedAfter(due, today, holidays));
}

/**
 * Parses days separated by commas or blanks: a plain day is off, a day with a plus is worked. Ranges are written `2026-10-01..2026-10-07`.
 * @returns null if invalid.
 */
export function readHolidays(text: string): Holidays | null {
  const free = new Set<string>();
  const worked = new Set<string>();
  for (const word of text.split(/[\s,]+/).filter((part) => part !== '')) {
    const [, plus = '', from = '', to = from] = /^(\+?)(\d{4}-\d{2}-\d{2})(?:\.\.(\d{4}-\d{2}-\d{2}))?$/.exec(word) ?? [];
    if (!parseDay(from) || !parseDay(to) || to < from || to > dayAfter(from, 60)) return null;
    for (let day = from; day <= to; day = dayAfter(day, 1)) (plus === '' ? free : worked).add(day);
  }
  return { free, worked };
}

/**
 * The State Council's notice of 2025-11-04 for 2026, as published at politics.gmw.cn/2025-11/04/content_38391083.htm.
 * A year without a notice here has only weekends until HOLIDAYS adds days.
 */
export const knownHolidays = `
  2026-01-01..2026-01-03 +2026-01-04
  2026-02-15..2026-02-23 +2026-02-14 +2026-02-28
  2026-04-04..2026-04-06
  2026-05-01..2026-05-05 +2026-05-09
  2026-06-19..2026-06-21
  2026-09-25..2026-09-27
  2026-10-01..2026-10-07 +2026-09-20 +2026-10-10`;

/** Number of working days after `from` up to and including `until`. */
function workedAfter(from: string, until: string, { free, worked }: Holidays): number {
  let count = weekdaysUntil(until) - weekdaysUntil(from);
  for (const day of free) if (from < day && day <= until && isWeekday(day) && !worked.has(day)) count -= 1;
  for (const day of worked) if (from < day && day <= until && !isWeekday(day)) count += 1;
  return count;
}

/** Number of weekdays from 1969-12-29, a Monday, up to and including a day. */
function weekdaysUntil(day: string): number {
  const days = Math.floor(Date.parse(`${day}T00:00:00Z`) / dayMs) + 4;
  return Math.floor(days / 7) * 5 + Math.min(days % 7, 5);
}

function isWorked(day: string, { free, worked }: Holidays): boolean {
  return worked.has(day) || (isWeekday(day) && !free.has(day));
}

function isWeekday(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}
