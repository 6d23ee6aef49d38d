/** Wire time of an instant: `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai, which has kept UTC+8 without summer time since 1991. */
export function formatTime(instant: Date): string {
  return new Date(instant.getTime() + shanghaiOffsetMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** The instant of a wire time, or null when the text is not one (a 31 February included). */
export function parseTime(text: string): Date | null {
  const match = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/.exec(text);
  if (!match) return null;
  const instant = new Date(`${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(instant.getTime())) return null;
  const shifted = new Date(instant.getTime() - shanghaiOffsetMs);
  return formatTime(shifted) === text ? shifted : null;
}

/** Start of a Shanghai day `yyyy-MM-dd`, or null when the text is not a day. */
export function parseDay(text: string): Date | null {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseTime(`${text} 00:00:00`) : null;
}

/** A half-open interval of instants: `from` belongs to it, `until` does not. */
export interface TimeRange {
  readonly from: Date;
  readonly until: Date;
}

/** Reads `2026-01-01 - 2026-01-31`: whole days, both ends included. Null when unreadable or when the start is after the end. */
export function parseDayRange(text: string): TimeRange | null {
  const [start, end, ...rest] = text.split(' - ');
  const from = start === undefined ? null : parseDay(start.trim());
  const last = end === undefined ? null : parseDay(end.trim());
  if (!from || !last || rest.length > 0 || from > last) return null;
  return { from, until: new Date(last.getTime() + dayMs) };
}

/** Reads `2026-01-01 00:00:00 - 2026-01-31 23:59:59`: both seconds included. */
export function parseTimeRange(text: string): TimeRange | null {
  const [start, end, ...rest] = text.split(' - ');
  const from = start === undefined ? null : parseTime(start.trim());
  const last = end === undefined ? null : parseTime(end.trim());
  if (!from || !last || rest.length > 0 || from > last) return null;
  return { from, until: new Date(last.getTime() + 1000) };
}

export const dayMs = 86_400_000;
const shanghaiOffsetMs = 8 * 3_600_000;
