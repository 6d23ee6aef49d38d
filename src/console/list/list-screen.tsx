import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useRef, useState, type ComponentType } from 'react';
import type { Permission } from '../../domain/access/access.ts';
import type { ViewListName } from '../../contract/console/views/view-lists.ts';
import { useOperator } from '../session/operator.tsx';
import type { Column, RowDialog } from './columns.ts';
import { FilterBar } from './filter-bar.tsx';
import { ListKeyHints } from './list-key-hints.tsx';
import { filterFields, pageSizes, type ListPath, type ListReplyOf, type ListSource, type RowOf } from './list-source.ts';
import { ListTable } from './list-table.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { MarkedTools } from './marking/marked-rows.tsx';
import { useMarked, type Marking } from './marking/use-marked.ts';
import { Pager } from './pager.tsx';
import { useLastOpenedRow } from './row-marks.ts';
import { useListKeys } from './use-list-keys.ts';
import { usePageEnd } from './use-page-end.ts';
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
  /** Adds a column to mark rows, and the actions on marked rows. */
  readonly marking?: Marking<RowOf<P>>;
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
  const marks = useMarked(spec.marking, { rowKey: spec.rowKey, rows, address }, operator);
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
  useListKeys({ section, rowKey, selection: marks?.selection, rows: shown, currentKey, setCurrentKey, page, last, turnTo, canExport });

  return (
    <section className="list" ref={section} data-density={layout.density}>
      {source.filters.length > 0 && (
        <FilterBar
          source={source}
          search={search}
          hasAnswer={rows !== undefined || error !== null}
          apply={(values) => apply(values) || void refetch()}
        />
      )}
      <div className="list-panel">
        <ListToolbar
          batch={marks && <MarkedTools {...marks} rowKey={rowKey} />}
          lead={spec.Lead && <spec.Lead />}
          totals={reply && spec.totals?.(reply)}
          tools={spec.Tools && <spec.Tools />}
          updatedAt={updatedAt}
          layout={layout}
          views={menu}
          isFetching={isFetching}
          refresh={() => void refetch()}
          add={
            spec.add && operator.can(spec.add.permission)
              ? { label: spec.add.label, way: 'to' in spec.add ? spec.add.to : () => setAdding(true) }
              : undefined
          }
          aside={spec.aside && operator.can(spec.aside.permission) ? spec.aside : undefined}
          exportTo={spec.exportPath && canExport ? { path: spec.exportPath, fields: filterFields(source, search) } : undefined}
        />
        {notice}
        <ListTable
          spec={spec}
          selection={marks?.selection}
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
        <Pager {...place} total={total} prefetch={warmPage} sizes={pageSizes} keys={<ListKeyHints canMark={marks !== undefined} />} />
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
