import dayjs from 'dayjs';
import type { FormControlProps } from './form-field.tsx';
import { DatePicker, officeNow } from '../ui/date-picker.ts';

/** A day not later than today, as the wire's `yyyy-MM-dd`. */
export function DayControl({ id, value = '', placeholder, onChange }: FormControlProps) {
  const day = dayjs(value);
  return (
    <DatePicker
      className="form-time"
      format={dayFormat}
      maxDate={officeNow()}
      value={value !== '' && day.isValid() ? day : null}
      onChange={(next) => onChange?.(next ? next.format(dayFormat) : '')}
      {...(id === undefined ? {} : { id })}
      {...(placeholder === undefined ? {} : { placeholder })}
    />
  );
}

const dayFormat = 'YYYY-MM-DD';
