import dayjs from 'dayjs';
import type { FormControlProps } from '../form/form-field.tsx';
import { DatePicker } from '../ui/date-picker.ts';

/** A past or future day, as the wire's `yyyy-MM-dd`. */
export function DayField({ id, value = '', placeholder = '请选择日期', onChange }: FormControlProps) {
  const day = dayjs(value);
  return (
    <DatePicker
      className="form-time"
      format={dayFormat}
      placeholder={placeholder}
      value={value !== '' && day.isValid() ? day : null}
      onChange={(next) => onChange?.(next ? next.format(dayFormat) : '')}
      {...(id === undefined ? {} : { id })}
    />
  );
}

const dayFormat = 'YYYY-MM-DD';
