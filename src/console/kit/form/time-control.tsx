import dayjs from 'dayjs';
import type { FormControlProps } from './form-field.tsx';
import { DatePicker } from '../ui/date-picker.ts';

/** A time in the office's time zone, as the wire's `yyyy-MM-dd HH:mm:ss`. */
export function TimeControl({ id, value = '', placeholder, onChange }: FormControlProps) {
  const moment = dayjs(value);
  return (
    <DatePicker
      className="form-time"
      showTime
      format={timeFormat}
      value={value !== '' && moment.isValid() ? moment : null}
      onChange={(next) => onChange?.(next ? next.format(timeFormat) : '')}
      {...(id === undefined ? {} : { id })}
      {...(placeholder === undefined ? {} : { placeholder })}
    />
  );
}

const timeFormat = 'YYYY-MM-DD HH:mm:ss';
