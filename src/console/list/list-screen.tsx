import { useQuery, useQueryClient, keepPreviousData } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router';
import type { Permission } from '../../domain/access/access.ts';
import { useOperator } from '../session/operator.tsx';
import { rowsOf } from '../../contract/wire.ts';
import { read } from '../net/call.ts';
import type { Column, RowDialog } from './columns.ts';
import { FilterBar } from './filter-bar.tsx';
import { keepPlace, rowLeft } from './list-place.ts';
import { useListSettings } from './list-settings.ts';
import {
  filterFields,
  limitOf,
  listFields,
  pageOf,
  searchOf,
  valuesOf,
  type ListPath,
  type ListReplyOf,
  type ListSource,
  type RowOf,
  valueOf,
} from './list-source.ts';
import { ListTable } from './list-table.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { Pager } from './pager.tsx';
import { errorToShow } from '../net/verdict.ts';
import './list.css';

/** A list screen as a value. */
export interface ListSpec<P extends ListPath> {
  /** Names the operator's settings of this list. */
  readonly name: string;
  /** Of a list that belongs to what the address names: made from the address's parameters. */
  readonly source: ListSource<P> | ((params: Readonly<Record<string, string | undefined>>) => ListSource<P>);
  readonly rowKey: (row: RowOf<P>) => string;
  readonly columns: readonly Column<RowOf<P>>[];
  readonly hasIndex?: boolean;
  /** What else stands above the table, beside what every list has. */
  readonly Tools?: ComponentType;
  /**
   * Adds a selection column; what is shown above the table for the chosen rows. The choice is gone for good when the page or a filter
   * changes.
   */
  readonly batch?: {
    readonly tools: (chosen: { readonly keys: readonly string[]; readonly clear: () => void }) => ReactNode;
    /** Why a row cannot be chosen; empty where it can. */
    readonly obstacle: (row: RowOf<P>) => string;
  };
  /**
   * The way to a new row, for holders of the permission: a page of its own, or a form over the list, whose `done` closes it and brings the
   * rows anew.
   */
  readonly add?: { readonly label: string; readonly permission: Permission } & (
    | { readonly to: string }
    | { readonly Form: ComponentType<{ close: () => void; done: () => void }> }
  );
  /** What all rows under the filters come to, shown above the table. */
  readonly totals?: (reply: ListReplyOf<P>) => string;
  /** A way to a page that belongs to this list, for holders of the permission. */
  readonly aside?: { readonly label: string; readonly permission: Permission; readonly to: string };
  /** Export by navigation; takes the filters of the address, and shows for holders of `export` alone. */
  readonly exportPath?: `/api/export/${string}`;
  /** What is to be known of the list as a whole: a line above its rows. */
  readonly Lead?: ComponentType;
}

/** Turns the declaration into the screen's component. */
export function listScreen<P extends ListPath>(spec: ListSpec<P>): ComponentType {
  return function DeclaredList() {
    return <ListScreen spec={spec} />;
  };
}

function ListScreen<P extends ListPath>({ spec }: { spec: ListSpec<P> }) {
  const operator = useOperator();
  const params = useParams();
  const source = useMemo(() => (typeof spec.source === 'function' ? spec.source(params) : spec.source), [spec, params]);
  const [search, setSearch] = useSearchParams();
  const settings = useListSettings(operator.uid, spec.name, spec.columns);
  const [opened, setOpened] = useState<{ row: RowOf<P>; Dialog: RowDialog<RowOf<P>> }>();
  const { rows, total, reply, updatedAt, isOld, isFetching, error, refetch, warmPage } = useRows(source, search);
  const cache = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const page = pageOf(search);
  const limit = limitOf(source, search);
  const address = search.toString();
  const [chosen, setChosen] = useChosen(address);
  const [here, setHere] = useHere(address);

  const apply = (values: Record<string, string>) => {
    const next = searchOf(source, values, { limit });
    if (next.toString() === address) void refetch();
    else setSearch(next);
  };
  const added = () => {
    setAdding(false);
    void cache.invalidateQueries({ queryKey: [source.path] });
  };
  const orderFilter = source.filters.find((filter) => filter.kind === 'order');
  const order = orderFilter && {
    field: orderFilter.field,
    label: orderFilter.label,
    isOn: valueOf(orderFilter, search) === orderFilter.value,
    toggle: () =>
      setSearch(
        searchOf(
          source,
          { ...valuesOf(source, search), [orderFilter.field]: valueOf(orderFilter, search) === orderFilter.value ? '' : orderFilter.value },
          { limit },
        ),
      ),
  };
  const turnTo = (target: number) => setSearch(searchOf(source, valuesOf(source, search), { page: target, limit }));
  // The last row of the last page was decided on: the page before is what the list now ends with. Not under a dialog, which may be holding
  // the next decision.
  const last = Math.max(1, Math.ceil((total ?? 0) / limit));
  const isBeyond = !opened && rows?.length === 0 && !isOld && total !== undefined && total > 0 && page > last;
  useEffect(() => {
    if (isBeyond) setSearch(searchOf(source, valuesOf(source, search), { page: last, limit }), { replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each address that lies beyond the end
  }, [isBeyond, address]);

  return (
    <section className="list" data-density={settings.density}>
      {source.filters.length > 0 && (
        <FilterBar source={source} search={search} hasAnswer={rows !== undefined || error !== null} apply={apply} />
      )}
      <div className="list-panel">
        <ListToolbar
          batch={spec.batch?.tools({ keys: [...chosen], clear: () => setChosen(noKeys) })}
          lead={spec.Lead && <spec.Lead />}
          totals={reply && spec.totals?.(reply)}
          tools={spec.Tools && <spec.Tools />}
          updatedAt={updatedAt}
          settings={settings}
          isFetching={isFetching}
          refresh={() => void refetch()}
          add={
            spec.add && operator.can(spec.add.permission)
              ? { label: spec.add.label, way: 'to' in spec.add ? spec.add.to : () => setAdding(true) }
              : undefined
          }
          aside={spec.aside && operator.can(spec.aside.permission) ? spec.aside : undefined}
          exportTo={spec.exportPath && operator.can('export') ? { path: spec.exportPath, fields: filterFields(source, search) } : undefined}
        />
        <ListTable
          spec={spec}
          selection={spec.batch && { keys: chosen, set: setChosen, obstacle: spec.batch.obstacle }}
          columns={settings.columns}
          order={order}
          rows={rows}
          isOld={isOld}
          error={error}
          retry={() => void refetch()}
          firstIndex={(page - 1) * limit + 1}
          here={here}
          goTo={setHere}
          open={(row, Dialog) => setOpened({ row, Dialog })}
        />
        <Pager
          page={page}
          total={total}
          limit={limit}
          turnTo={turnTo}
          approach={warmPage}
          sizes={source.pageSizes ?? []}
          resize={(size) => setSearch(searchOf(source, valuesOf(source, search), { limit: size }))}
        />
      </div>
      {spec.add && 'Form' in spec.add && isAdding && (
        <Suspense>
          <spec.add.Form close={() => setAdding(false)} done={added} />
        </Suspense>
      )}
      {opened && <opened.Dialog row={opened.row} rows={rows ?? []} close={() => setOpened(undefined)} />}
    </section>
  );
}

/**
 * The chosen rows of one address. Another address has none, and neither has the same one when it comes back (seed 1, section 2, Online
 * evidence lists).
 */
function useChosen(address: string): [ReadonlySet<string>, (keys: ReadonlySet<string>) => void] {
  const [kept, setKept] = useState<{ address: string; keys: ReadonlySet<string> }>({ address, keys: noKeys });
  if (kept.address !== address) setKept({ address, keys: noKeys });
  return [kept.address === address ? kept.keys : noKeys, (keys) => setKept({ address, keys })];
}

/** The key of the row that the operator went to last, found again when he comes back to the list as he left it. */
function useHere(address: string): [string, (row: string) => void] {
  const { pathname } = useLocation();
  const [here, setHere] = useState(() => ({ address, row: rowLeft(pathname, address) }));
  if (here.address !== address) setHere({ address, row: '' });
  useEffect(() => keepPlace(pathname, here.address, here.row), [pathname, here]);
  const goTo = (row: string) => {
    keepPlace(pathname, address, row); // a link leaves the list in the same breath
    setHere({ address, row });
  };
  return [here.address === address ? here.row : '', goTo];
}

const noKeys: ReadonlySet<string> = new Set();

/** The rows of an address. The rows before stay while the next ones come, and the following page is fetched ahead. */
function useRows<P extends ListPath>(source: ListSource<P>, search: URLSearchParams) {
  const cache = useQueryClient();
  const query = useQuery({ ...rowsQuery(source, search), placeholderData: keepPreviousData });
  const { data } = query;
  const page = pageOf(search);
  const address = search.toString();
  const limit = limitOf(source, search);
  const pages = data ? Math.max(1, Math.ceil(data.total / limit)) : 1;

  const warmPage = useCallback(
    (target: number) => {
      if (target < 1 || target > pages) return;
      const current = new URLSearchParams(address);
      void cache.prefetchQuery(rowsQuery(source, searchOf(source, valuesOf(source, current), { page: target, limit })));
    },
    [cache, source, address, pages, limit],
  );
  useEffect(() => {
    if (query.isPlaceholderData || !data) return undefined;
    const timer = setTimeout(() => warmPage(page + 1), idleMs);
    return () => clearTimeout(timer);
  }, [query.isPlaceholderData, data, page, warmPage]);

  return {
    rows: query.error && !query.isPlaceholderData && !data ? undefined : data?.rows,
    total: data?.total,
    reply: data?.reply,
    updatedAt: query.dataUpdatedAt,
    isOld: query.isPlaceholderData,
    isFetching: query.isFetching,
    error: errorToShow(query.error),
    refetch: query.refetch,
    warmPage,
  };
}

const idleMs = 600;

function rowsQuery<P extends ListPath>(source: ListSource<P>, search: URLSearchParams) {
  const fields = listFields(source, search);
  return {
    queryKey: [source.path, fields],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      // The refusal stands where the rows would: a message over the page would say it twice.
      const data = await read(source.method, source.path, fields, { signal, quiet: true });
      // The wire is met here.
      return { ...rowsOf<RowOf<P>>(data as { list: RowOf<P>[]; count: number }), reply: data as ListReplyOf<P> };
    },
  };
}
