import { useQuery } from '@tanstack/react-query';
import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { useReducer, useRef } from 'react';
import { encodeRange } from '../../../contract/wire.ts';
import { typedRange, typedTime } from '../../../domain/kit/text/typed-day.ts';
import { AntdRoot } from '../ui/antd-root.tsx';
import { completeTyped } from '../ui/complete-typed.ts';
import { DatePicker, officeNow } from '../ui/date-picker.ts';
import { Select } from '../ui/select.tsx';
import type { Filter, Option } from './list-source.ts';
import { perPage } from './paging/page-size.ts';

// Needed to parse a time without a date.
dayjs.extend(customParseFormat);

interface Props {
  readonly id: string;
  readonly value: string;
  readonly change: (value: string) => void;
}

/** A select with 全部 as its first option. */
export function SelectFilter({ id, filter, value, change }: Props & { filter: Extract<Filter, { kind: 'select' }> }) {
  return (
    <AntdRoot>
      <Select id={id} value={value} options={choicesOf(filter.options)} onChange={change} />
    </AntdRoot>
  );
}

/** The rows per page. */
export function SizeSelect({ value, sizes, change }: { value: number; sizes: readonly number[]; change: (size: number) => void }) {
  return (
    <AntdRoot>
      <Select
        aria-label="每页条数"
        className="page-size"
        value={String(value)}
        options={sizes.map((size) => ({ value: String(size), label: perPage(size) }))}
        onChange={(size) => change(Number(size))}
      />
    </AntdRoot>
  );
}

/** A select whose options come from the server. There may be many, so it has a search. The address's value is an option from the start. */
export function KnownFilter({ id, filter, value, change }: Props & { filter: Extract<Filter, { kind: 'known' }> }) {
  const { data, isFetching } = useQuery({
    queryKey: ['options', filter.key],
    queryFn: ({ signal }) => filter.options(signal),
    staleTime: 30_000,
  });
  const options = choicesOf(data ?? []);
  if (!options.some((option) => option.value === value)) options.push({ value, label: value });
  return (
    <AntdRoot>
      <Select
        id={id}
        value={value}
        options={options}
        onChange={change}
        loading={isFetching && data === undefined}
        showSearch={{ optionFilterProp: 'label' }}
      />
    </AntdRoot>
  );
}

function choicesOf(options: readonly Option[]): { value: string; label: string }[] {
  return [{ value: '', label: '全部' }, ...options.map(({ value, label }) => ({ value: String(value), label }))];
}

/** A range of whole days, as the wire's `start - end`. */
export function DaysFilter(props: Props) {
  return <RangeFilter {...props} format={dayFormat} placeholder={['开始日期', '结束日期']} presets={presets()} />;
}

/** A range with seconds, as the wire's `start - end`; picked days run from 00:00:00 to 23:59:59 (spec/finance-app-authority, 9). */
export function TimesFilter(props: Props) {
  return (
    <RangeFilter
      {...props}
      format={timeFormat}
      placeholder={['开始时间', '结束时间']}
      showTime={{ defaultValue: [dayjs('00:00:00', 'HH:mm:ss'), dayjs('23:59:59', 'HH:mm:ss')] }}
      presets={presets().map(({ label, value: [from, until] }) => ({ label, value: [from.startOf('day'), until.endOf('day')] }))}
    />
  );
}

type Range = [Dayjs, Dayjs];

interface RangeProps extends Props {
  readonly format: string;
  readonly placeholder: [string, string];
  readonly presets: { label: string; value: Range }[];
  readonly showTime?: { defaultValue: Range };
}

/**
 * Empty fields are allowed so that Tab can leave them; otherwise the picker keeps taking the focus back. A half-filled range is cleared
 * when it is left, because it would filter nothing.
 */
function RangeFilter({ id, value, change, format, ...look }: RangeProps) {
  const box = useRef<HTMLSpanElement>(null);
  const isOpen = useRef(false);
  const [round, startAgain] = useReducer((count: number) => count + 1, 0);
  const settle = () =>
    requestAnimationFrame(() => {
      const inputs = [...(box.current?.querySelectorAll('input') ?? [])];
      if (isOpen.current || inputs.includes(document.activeElement as HTMLInputElement)) return;
      if (new Set(inputs.map((input) => input.value === '')).size > 1) startAgain();
    });
  return (
    <AntdRoot>
      <span ref={box} className="range-filter" onBlur={settle} {...(look.showTime && { onKeyDownCapture: completeRange })}>
        <DatePicker.RangePicker
          {...look}
          key={round}
          id={{ start: id, end: `${id}-end` }}
          value={readRange(value, look.showTime !== undefined)}
          onChange={(days) => change(encodeRange(days?.[0] && days[1] ? [days[0].format(format), days[1].format(format)] : null) ?? '')}
          onOpenChange={(open) => {
            isOpen.current = open;
            settle();
          }}
          allowEmpty={[true, true]}
          format={format}
          separator="至"
          suffixIcon={null}
        />
      </span>
    </AntdRoot>
  );
}

const completeRange = completeTyped((input, around) => around.querySelector('input') !== input);

const timeFormat = 'YYYY-MM-DD HH:mm:ss';
const dayFormat = 'YYYY-MM-DD';

/** @param isTimed a day is its first second as the start, and its last one as the end. */
function readRange(value: string, isTimed: boolean): Range | null {
  const [start, end] = typedRange(value)
    .split(' - ')
    .map((text, at) => dayjs(isTimed ? typedTime(text, at === 0 ? 'start' : 'end') : text));
  return start?.isValid() && end?.isValid() ? [start, end] : null;
}

function presets(): { label: string; value: Range }[] {
  const today = officeNow();
  return [
    { label: '今天', value: [today, today] },
    { label: '近七天', value: [today.subtract(6, 'day'), today] },
    { label: '近三十天', value: [today.subtract(29, 'day'), today] },
    { label: '本月', value: [today.startOf('month'), today] },
  ];
}
