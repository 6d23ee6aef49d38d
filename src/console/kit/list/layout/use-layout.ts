import { useState } from 'react';
import { listDensity, type ListDensity } from '../../../../domain/business/codes/views.ts';
import type { ViewColumn, ViewRow } from '../../../../contract/console/views.ts';
import { columnWidths, flexibleWidth, type Column } from '../columns.ts';
import { arrange, moved, plainLayout, readLayout, viewColumns, widthWithin, type Arranged, type Layout } from './layout.ts';
import { shared } from '../../storage/storage.ts';

/** An operator's layout of a list, and the functions that change it. */
export interface ListLayout<Row> {
  /** The visible columns with their current widths. */
  readonly columns: readonly Column<Row>[];
  readonly arranged: readonly Arranged<Column<Row>>[];
  readonly density: ListDensity;
  /** Differs from the layout that the list or its view starts with. */
  readonly isChanged: boolean;
  /** At least one visible column has a chosen width. */
  readonly hasWidths: boolean;
  /** The columns in the form that a view stores. */
  readonly viewColumns: readonly ViewColumn[];
  toggle(title: string): void;
  setDensity(density: ListDensity): void;
  resize(title: string, width: number): void;
  move(title: string, target: string, side: 'before' | 'after'): void;
  reset(): void;
}

/**
 * The layout of a list, or of one of its views. Unsaved changes stay in this browser under the operator's uid. Changes to a view's layout
 * are dropped when the view itself changes.
 */
export function useLayout<Row>(uid: string, list: string, columns: readonly Column<Row>[], view: ViewRow | undefined): ListLayout<Row> {
  const key = `list:${uid}:${list}${view ? `:view:${view.id}` : ''}`;
  const version = view?.version ?? '';
  const state = `${key}@${version}`;
  const read = () => ({ state, layout: readLayout(shared.getItem(key), version) });
  const [held, setHeld] = useState(read);
  const current = held.state === state ? held : read();
  if (held !== current) setHeld(current);
  const layout = current.layout ?? layoutOf(view);
  const arranged = arrange(columns, layout);
  const columnsOfView = viewColumns(arranged);
  const keep = (next: Layout) => {
    shared.setItem(key, JSON.stringify({ version, ...next }));
    setHeld({ state, layout: next });
  };
  const change = (title: string, part: Partial<ViewColumn>) =>
    keep({ ...layout, columns: columnsOfView.map((one) => (one.title === title ? { ...one, ...part } : one)) });
  return {
    columns: arranged.flatMap(({ column, width, isShown }) => (isShown ? [width === 0 ? column : { ...column, width, grows: false }] : [])),
    arranged,
    density: layout.density,
    isChanged: current.layout !== undefined,
    hasWidths: arranged.some(({ width, isShown }) => isShown && width > 0),
    viewColumns: columnsOfView,
    toggle: (title) => change(title, { hidden: columnsOfView.some((one) => one.title === title && one.hidden === 1) ? 0 : 1 }),
    setDensity: (density) => keep({ ...layout, density }),
    resize: (title, width) => change(title, { width: width === 0 ? 0 : widthWithin(width) }),
    move: (title, target, side) => keep({ ...layout, columns: moved(columnsOfView, title, target, side) }),
    reset: () => {
      shared.removeItem(key);
      setHeld({ state, layout: undefined });
    },
  };
}

/** The initial layout of the list or its view. */
export function layoutOf(view: ViewRow | undefined): Layout {
  return view ? { columns: view.columns, density: listDensity.nameOf(view.density) ?? 'normal' } : plainLayout;
}

/** The current width of a column; for one that shares the remaining width, its minimum. */
export function shownWidth<Row>({ column, width }: Arranged<Column<Row>>): number {
  return width || column.width || columnWidths[column.kind] || flexibleWidth;
}
