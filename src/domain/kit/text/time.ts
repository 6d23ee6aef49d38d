/** Formats an instant as wire time: `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai, which has been UTC+8 without summer time since 1991. */
export function formatTime(instant: Date): string {
  const day = dayOf(instant);
  const seconds = Math.floor((instant.getTime() + shanghaiOffsetMs - day * dayMs) / 1000);
  return `${dayText(day)} ${twoDigits[Math.floor(seconds / 3600)]}:${twoDigits[Math.floor(seconds / 60) % 60]}:${twoDigits[seconds % 60]}`;
}

/**
 * The Shanghai day of an instant, `yyyy-MM-dd`. Years from 10000 on have five digits, as databases accept: a range may end on the day after
 * 9999-12-31.
 */
export function formatDay(instant: Date): string {
  return dayText(dayOf(instant));
}

/** The midnight at which the instant's Shanghai day begins. */
export function startOfDay(instant: Date): Date {
  return new Date(dayOf(instant) * dayMs - shanghaiOffsetMs);
}

function dayOf(instant: Date): number {
  return Math.floor((instant.getTime() + shanghaiOffsetMs) / dayMs);
}

/**
 * The text of a day, counted from 1970. Cached, because exports format hundreds of thousands of times on few days, and Date's own
 * formatting is slow.
 */
function dayText(day: number): string {
  const known = dayTexts.get(day);
  if (known !== undefined) return known;
  if (dayTexts.size > 5000) dayTexts.clear();
  // toISOString writes five-digit years as `+010000`.
  const text = new Date(day * dayMs).toISOString().replace(/^\+0/, '').replace(/T.*/, '');
  dayTexts.set(day, text);
  return text;
}

const dayTexts = new Map<number, string>();
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** Parses a wire time; null for an invalid text, including 31 February and the year 0000, which does not exist. */
export function parseTime(text: string): Date | null {
  const match = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/.exec(text);
  if (!match || match[1] === '0000') return null;
  const instant = new Date(`${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(instant.getTime())) return null;
  const shifted = new Date(instant.getTime() - shanghaiOffsetMs);
  return formatTime(shifted) === text ? shifted : null;
}

/** Start of a Shanghai day `yyyy-MM-dd`; null if the text is not a day. */
export function parseDay(text: string): Date | null {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseTime(`${text} 00:00:00`) : null;
}

/** A half-open interval of instants: includes `from`, excludes `until`. */
export interface TimeRange {
  readonly from: Date;
  readonly until: Date;
}

/** Parses `2026-01-01 - 2026-01-31`: whole days, both ends included. Null if invalid or if the start is after the end. */
export function parseDayRange(text: string): TimeRange | null {
  const [start, end, ...rest] = text.split(' - ');
  const from = start === undefined ? null : parseDay(start.trim());
  const last = end === undefined ? null : parseDay(end.trim());
  if (!from || !last || rest.length > 0 || from > last) return null;
  return { from, until: new Date(last.getTime() + dayMs) };
}

/** Parses `2026-01-01 00:00:00 - 2026-01-31 23:59:59`, both seconds included. Null as in `parseDayRange`. */
export function parseTimeRange(text: string): TimeRange | null {
  const [start, end, ...rest] = text.split(' - ');
  const from = start === undefined ? null : parseTime(start.trim());
  const last = end === undefined ? null : parseTime(end.trim());
  if (!from || !last || rest.length > 0 || from > last) return null;
  return { from, until: new Date(last.getTime() + 1000) };
}

export const dayMs = 86_400_000;
const shanghaiOffsetMs = 8 * 3_600_000;
