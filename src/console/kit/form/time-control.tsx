import dayjs from 'dayjs';
import type { FormControlProps } from './form-field.tsx';
import { completeTyped } from '../ui/complete-typed.ts';
import { DatePicker } from '../ui/date-picker.ts';

/** A time in the office's time zone, as the wire's `yyyy-MM-dd HH:mm:ss`. A minute or a day that is typed is its first second. */
export function TimeControl(props: FormControlProps) {
  return <TimeField {...props} complete={completeStart} />;
}

/** The same for the end of a range: its last second. */
export function EndTimeControl(props: FormControlProps) {
  return <TimeField {...props} complete={completeEnd} />;
}

function TimeField({ id, value = '', placeholder, onChange, complete }: FormControlProps & { complete: typeof completeStart }) {
  const moment = dayjs(value);
  return (
    <span className="form-time-typed" onKeyDownCapture={complete}>
      <DatePicker
        className="form-time"
        showTime
        format={timeFormat}
        value={value !== '' && moment.isValid() ? moment : null}
        onChange={(next) => onChange?.(next ? next.format(timeFormat) : '')}
        {...(id === undefined ? {} : { id })}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
    </span>
  );
}

const completeStart = completeTyped(() => false);
const completeEnd = completeTyped(() => true);
const timeFormat = 'YYYY-MM-DD HH:mm:ss';
