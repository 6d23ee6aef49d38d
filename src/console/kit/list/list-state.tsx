import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ViewListName } from '../../../contract/console/view-lists.ts';
import { get } from '../net/call.ts';
import { given } from '../ui/given-text.tsx';
import { Icon } from '../ui/icons.tsx';
import { type Filter, type ListSource, valuesOf } from './list-source.ts';

interface Props {
  readonly list: ViewListName;
  readonly source: ListSource;
  readonly search: URLSearchParams;
  /** The number of rows under these filters and when they were fetched; undefined while the rows belong to other filters. */
  readonly shown: { readonly total: number; readonly at: number } | undefined;
  readonly apply: (values: Record<string, string>) => void;
  readonly refresh: () => void;
}

/** Which rows a list shows: its states with the number of rows of each, the filters in force, and how many rows have come since. */
export function ListState({ list, source, search, shown, apply, refresh }: Props) {
  const values = valuesOf(source, search);
  const tabs = tabsOf(source);
  const counts = useTotals(list, tabs, values, shown?.at);
  const set = (field: string, value: string) => apply({ ...values, [field]: value });
  const inForce = source.filters.filter((filter) => filter !== tabs && isInForce(filter, values[filter.field] ?? ''));
  const current = tabs && values[tabs.field];
  const now = counts?.find(({ value }) => value === current)?.count;
  const fresh = shown && typeof now === 'number' ? now - shown.total : 0;
  if (!tabs && inForce.length === 0) return null;
  return (
    <div className="list-state">
      {tabs && (
        <div className="list-tabs" role="tablist" aria-label={tabs.label}>
          {choicesOf(tabs).map(({ value, label }) => (
            <button
              key={value}
              type="button"
              role="tab"
              className="list-tab"
              aria-selected={value === current}
              onClick={() => set(tabs.field, value)}
            >
              {label} <Count count={counts?.find((one) => one.value === value)?.count} />
            </button>
          ))}
        </div>
      )}
      {inForce.map((filter) => (
        <button
          key={filter.field}
          type="button"
          className="chip"
          title={`去掉筛选：${filter.label}`}
          onClick={() => set(filter.field, filter.initial ?? '')}
        >
          <span className="chip-text">
            {filter.label}：{given(wordOf(filter, values[filter.field] ?? ''))}
          </span>
          <Icon name="close" />
        </button>
      ))}
      <span className="list-new" role="status">
        {fresh > 0 && (
          <button type="button" className="link" onClick={refresh}>
            {fresh} 条新数据 · 显示
          </button>
        )}
      </span>
    </div>
  );
}

function Count({ count }: { readonly count: number | null | undefined }) {
  return typeof count === 'number' && <span className="num">{count.toLocaleString('zh-CN')}</span>;
}

type Select = Extract<Filter, { kind: 'select' }>;

function tabsOf({ filters }: ListSource): Select | undefined {
  return filters.find((filter): filter is Select => filter.kind === 'select' && filter.isTabs === true);
}

function choicesOf({ options }: Select): { readonly value: string; readonly label: string }[] {
  return [{ value: '', label: '全部' }, ...options.map(({ value, label }) => ({ value: String(value), label }))];
}

/** An order is no filter, and what a list begins with was not chosen. */
function isInForce(filter: Filter, value: string): boolean {
  return filter.kind !== 'order' && value !== '' && value !== filter.initial;
}

function wordOf(filter: Filter, value: string): string {
  if (filter.kind === 'days') return value.replace(' - ', ' 至 ');
  if (filter.kind === 'times') return value.replace(/ 00:00:00 - (.*) 23:59:59$/, ' 至 $1').replace(' - ', ' 至 ');
  return (filter.kind === 'select' && filter.options.find((option) => String(option.value) === value)?.label) || value;
}

/** The number of rows of each tab under the other filters, again with each answer of the list and twice a minute. */
function useTotals(list: ViewListName, tabs: Select | undefined, values: Readonly<Record<string, string>>, at: number | undefined) {
  const others = Object.entries(values).filter(([field, value]) => field !== tabs?.field && value !== '');
  const asked = {
    list,
    field: tabs?.field ?? '',
    values: JSON.stringify(tabs ? choicesOf(tabs).map(({ value }) => value) : []),
    filters: JSON.stringify(Object.fromEntries(others)),
  };
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['totals', asked, at],
    queryFn: async ({ signal }) => ({
      of: asked.filters,
      list: (await get('/api/ajax/view/getTotals', asked, { signal, quiet: true })).list,
    }),
    enabled: tabs !== undefined && at !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
    gcTime: 0,
  });
  // Numbers under other filters are none; those of the same filters stay until the new ones come.
  return isPlaceholderData && data?.of !== asked.filters ? undefined : data?.list;
}
