import { halfWidth } from './half-width.ts';

/**
 * A day, or a time with its seconds or without, as people type and paste it, in the wire's spelling: `2026/12/1`, `20261201`,
 * `2026年12月1日星期二`, in full width, with blanks or invisible characters. Others stay. Fields write a day as soon as it is one, so
 * `2026-12-015` is the fifteenth: the day that began as `2026-12-1`.
 */
export function typedDay(text: string): string {
  const [, year = '', month = '', day = '', ...time] =
    dayForm.exec(halfWidth(text).replaceAll(/(\d{4})(\d{2})(\d{2})(?!\d)/g, '$1-$2-$3')) ?? [];
  if (year === '') return text;
  const clock = time.filter((part) => part !== undefined).map(twoDigits);
  return [[year, twoDigits(month), twoDigits(day)].join('-'), ...(clock.length > 0 ? [clock.join(':')] : [])].join(' ');
}

/** The same as a whole time. A day, or a minute, is its first second as a start and its last one as an end. Others stay. */
export function typedTime(text: string, end: 'start' | 'end'): string {
  const time = typedDay(text);
  if (/^\d{4}-\d\d-\d\d$/.test(time)) return `${time} ${end === 'start' ? '00:00:00' : '23:59:59'}`;
  return /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(time) ? `${time}:${end === 'start' ? '00' : '59'}` : time;
}

/** A range, `start - end`, in the wire's spelling: of days, or of whole times if one of the two has a time. Others stay. */
export function typedRange(text: string): string {
  const [start, end, ...rest] = text.split(/\s+[-–—~～至到]\s+/u);
  if (start === undefined || end === undefined || rest.length > 0) return text;
  const days = [typedDay(start), typedDay(end)];
  return (days.some((day) => day.includes(':')) ? [typedTime(start, 'start'), typedTime(end, 'end')] : days).join(' - ');
}

const dayForm = new RegExp(
  [
    String.raw`^(\d{4}) *[-/.年 ] *(\d{1,2}) *[-/.月 ] *0?(\d{1,2}) *[日号]?`,
    String.raw`(?: *[(]?(?:星期|周|礼拜)[一二三四五六日天][)]?)?`,
    String.raw`(?:[ T]*(\d{1,2}) *[:时点] *(\d{1,2}(?= *[:分])|\d{2})(?: *[:分] *(\d{2}) *秒?| *分)?)?$`,
  ].join(''),
);

function twoDigits(number: string): string {
  return number.padStart(2, '0');
}
