import dayjsConfig from '@rc-component/picker/generate/dayjs';
import generatePicker from 'antd/es/date-picker/generatePicker';
import dayjs, { type Dayjs } from 'dayjs';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { typedDay } from '../../../domain/kit/text/typed-day.ts';
import { serverNow } from '../net/server-clock.ts';

const { locale } = dayjsConfig;

/** Date pickers whose 今天 and 此刻 are the office's, and which read days in any spelling. */
export const DatePicker = generatePicker<Dayjs>({
  ...dayjsConfig,
  getNow: officeNow,
  locale: { ...locale, parse: (name, text, formats) => locale.parse(name, typedAs(text, formats), formats) },
});

/** What a field of these formats reads: one of days takes the day of a time. */
function typedAs(text: string, formats: readonly string[]): string {
  const day = typedDay(text);
  return formats.some((format) => format.includes('H')) ? day : day.replace(/ \d\d:[\d:]+$/, '');
}

/** The date and time in Shanghai by the server's clock, whatever the computer's clock and time zone are. */
export function officeNow(): Dayjs {
  return dayjs(formatTime(serverNow()));
}
