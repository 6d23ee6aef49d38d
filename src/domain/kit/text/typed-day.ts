import { halfWidth } from './half-width.ts';

/**
 * A day, or a time with its seconds, as people type and paste it, in the wire's spelling: `2026/12/1`, `20261201`, `2026年12月1日`, in full
 * width, with blanks or invisible characters. Others stay. Fields write a day as soon as it is one, so `2026-12-015` is the fifteenth: the
 * day that began as `2026-12-1`.
 */
export function typedDay(text: string): string {
  const [, year = '', month = '', day = '', ...time] =
    dayForm.exec(halfWidth(text).replaceAll(/(\d{4})(\d{2})(\d{2})(?!\d)/g, '$1-$2-$3')) ?? [];
  if (year === '') return text;
  const clock = time.filter((part) => part !== undefined).map(twoDigits);
  return [[year, twoDigits(month), twoDigits(day)].join('-'), ...(clock.length > 0 ? [clock.join(':')] : [])].join(' ');
}

const dayForm = /^(\d{4}) *[-/.年 ] *(\d{1,2}) *[-/.月 ] *0?(\d{1,2}) *日?(?:[ T]*(\d{1,2}) *[:时点] *(\d{1,2}) *[:分] *(\d{2}) *秒?)?$/;

function twoDigits(number: string): string {
  return number.padStart(2, '0');
}
