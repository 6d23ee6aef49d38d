import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react';
import type { ViewListName } from '../../../contract/console/view-lists.ts';
import type { Permission } from '../../../domain/business/access/access.ts';
import { useSingleKeys } from '../keys/use-key-hint.ts';
import { type Operator, useOperator } from '../session/operator.tsx';
import type { Column, RowDialog } from './columns.ts';
import { FilterBar } from './filter-bar.tsx';
import { filterFields, type ListPath, type ListReplyOf, type ListSource, pageSizes, type RowOf } from './list-source.ts';
import { ListState } from './list-state.tsx';
import { ListTable } from './list-table.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { SelectedTools } from './selection/selected-tools.tsx';
import { type Selectable, useSelectedRows } from './selection/use-selected-rows.ts';
import { Pager } from './pager.tsx';
import { useLastOpenedRow } from './chosen-rows.ts';
import { useListKeys } from './use-list-keys.ts';
import { useRows } from './use-rows.ts';
import { useViewedList } from './views/use-viewed-list.tsx';
import './list.css';

/** The description of a list screen. */
export interface ListSpec<P extends ListPath> {
  /** Key of the operator's settings and of the views of this list. */
  readonly name: ViewListName;
  /** A function if the list belongs to the object in the address; it receives the address's parameters. */
  readonly source: ListSource<P> | ((params: Readonly<Record<string, string | undefined>>) => ListSource<P>);
  readonly rowKey: (row: RowOf<P>) => string;
  readonly columns: readonly Column<RowOf<P>>[];
  readonly hasIndex?: boolean;
  /** Additional controls above the table. */
  readonly Tools?: ComponentType;
  /** Adds a column to select rows, and the actions on selected rows. */
  readonly selectable?: Selectable<RowOf<P>>;
  /**
   * How to add a row, for operators with the permission: a link to a page, or a form over the list whose `done` closes it and fetches the
   * rows again.
   */
  readonly add?: { readonly label: string; readonly permission: Permission } & (
    | { readonly to: string }
    | { readonly Form: ComponentType<{ close: () => void; done: () => void }> }
  );
  /** Text above the table about all rows that match the filters. */
  readonly totals?: (reply: ListReplyOf<P>) => string | undefined;
  /** A link to a page that belongs to this list, for operators with the permission. */
  readonly aside?: { readonly label: string; readonly permission: Permission; readonly to: string };
  /** Exports by navigation with the filters of the address. Shown only with the permission `export`. */
  readonly exportPath?: `/api/export/${string}`;
  /** A line above the rows about the list as a whole. */
  readonly Lead?: ComponentType;
}

/** Makes the screen's component from its description. */
export function listScreen<P extends ListPath>(spec: ListSpec<P>): ComponentType {
  return function DeclaredList() {
    return <ListScreen spec={spec} />;
  };
}

function ListScreen<P extends ListPath>({ spec }: { spec: ListSpec<P> }) {
  const operator = useOperator();
  const { source, place, layout, isWaiting, menu, notice } = useViewedList(spec);
  const { search, address, page, limit, apply, turnTo, order } = place;
  const [opened, setOpened] = useState<{ row: RowOf<P>; Dialog: RowDialog<RowOf<P>> }>();
  const { rows, total, reply, updatedAt, isOld, isFetching, error, refetch, warmPage } = useRows(source, search, !isWaiting);
  const cache = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const offered = useSelectedRows(spec.selectable, { rowKey: spec.rowKey, rows, address }, operator);
  const [currentKey, setCurrentKey] = useLastOpenedRow(address);

  const added = () => {
    setAdding(false);
    void cache.invalidateQueries({ queryKey: [source.path] });
  };
  // Not while a dialog is open, which may contain the next decision.
  const last = usePageEnd(place, { rows: rows?.length, total, isOld: isOld || opened !== undefined });
  const section = useRef<HTMLElement>(null);
  const canExport = spec.exportPath !== undefined && operator.can('export');
  const shown = isOld ? [] : (rows ?? []);
  const { rowKey } = spec;
  const refresh = () => void refetch();
  useListKeys({ section, rowKey, selection: offered?.selection, rows: shown, currentKey, setCurrentKey, page, last, turnTo, canExport });

  return (
    <section className="list" ref={section} data-density={layout.density}>
      {source.filters.length > 0 && (
        <FilterBar
          source={source}
          search={search}
          hasAnswer={rows !== undefined || error !== null}
          apply={(values) => apply(values) || refresh()}
        />
      )}
      <div className="list-panel">
        <ListToolbar
          batch={offered && <SelectedTools {...offered} rowKey={rowKey} />}
          lead={spec.Lead && <spec.Lead />}
          totals={reply && spec.totals?.(reply)}
          tools={spec.Tools && <spec.Tools />}
          updatedAt={updatedAt}
          layout={layout}
          views={menu}
          isFetching={isFetching}
          refresh={refresh}
          exportTo={canExport ? { path: spec.exportPath ?? '', fields: filterFields(source, search) } : undefined}
          {...waysOf(spec, operator, () => setAdding(true))}
        />
        {notice}
        <ListState
          list={spec.name}
          {...{ source, search, apply, refresh }}
          shown={isOld || total === undefined ? undefined : { total, at: updatedAt }}
        />
        <ListTable
          spec={spec}
          selection={offered?.selection}
          columns={layout.columns}
          hasWidths={layout.hasWidths}
          tools={layout}
          order={order}
          rows={rows}
          isOld={isOld}
          error={error}
          retry={() => void refetch()}
          firstIndex={(page - 1) * limit + 1}
          currentKey={currentKey}
          setCurrentKey={setCurrentKey}
          open={(row, Dialog) => setOpened({ row, Dialog })}
        />
        <Pager {...place} total={total} prefetch={warmPage} sizes={pageSizes} keys={<ListKeyHints canSelect={offered !== undefined} />} />
      </div>
      {spec.add && 'Form' in spec.add && isAdding && (
        <Suspense>
          <spec.add.Form close={() => setAdding(false)} done={added} />
        </Suspense>
      )}
      {opened && (
        <opened.Dialog row={opened.row} rows={rows ?? []} filters={filterFields(source, search)} close={() => setOpened(undefined)} />
      )}
    </section>
  );
}

/** What leads from the list to a new row and to its page beside, for those who may. */
function waysOf<P extends ListPath>({ add, aside }: ListSpec<P>, operator: Operator, openForm: () => void) {
  return {
    add: add && operator.can(add.permission) ? { label: add.label, way: 'to' in add ? add.to : openForm } : undefined,
    aside: aside && operator.can(aside.permission) ? aside : undefined,
  };
}

/** Hints for the keys of a list: those that have no button to name them, and the one that lists all keys. */
function ListKeyHints({ canSelect }: { readonly canSelect: boolean }) {
  if (!useSingleKeys()) return null;
  const keys = [
    { keys: ['J', 'K'], act: '选行' },
    { keys: ['Enter'], act: '打开' },
    ...(canSelect ? [{ keys: ['X'], act: '勾选' }] : []),
    { keys: ['/'], act: '筛选' },
    { keys: ['[', ']'], act: '翻页' },
    { keys: ['?'], act: '全部按键' },
  ];
  return (
    <ul className="list-keys" aria-label="快捷键">
      {keys.map(({ keys: names, act }) => (
        <li key={act}>
          {names.map((name) => (
            <kbd key={name}>{name}</kbd>
          ))}{' '}
          {act}
        </li>
      ))}
    </ul>
  );
}

interface Place {
  readonly address: string;
  readonly page: number;
  readonly limit: number;
  readonly goBackTo: (page: number) => void;
}

/**
 * The last page; 1 while it is unknown. If the current page is beyond it, goes to it: the last row of the last page was decided, so the
 * list now ends one page earlier.
 * @param shown number of rows shown and in total; `isOld` while they do not belong to this address.
 */
function usePageEnd(
  { address, page, limit, goBackTo }: Place,
  { rows, total, isOld }: { readonly rows: number | undefined; readonly total: number | undefined; readonly isOld: boolean },
): number {
  const last = Math.max(1, Math.ceil((total ?? 0) / limit));
  const isPastEnd = rows === 0 && !isOld && total !== undefined && total > 0 && page > last;
  useEffect(() => {
    if (isPastEnd) goBackTo(last);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once per address beyond the end
  }, [isPastEnd, address]);
  return last;
}
