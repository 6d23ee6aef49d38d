import type { ViewColumn } from '../../../contract/console/views/views.ts';
import type { ListDensity } from '../../../domain/codes/views.ts';
import { viewLimits } from '../../../domain/codes/views.ts';

/** How a list is laid out: its columns in their order, and how high its rows are. */
export interface Layout {
  /** A width of 0 is the column's own. A column that is not named stands where it was declared. */
  readonly columns: readonly ViewColumn[];
  readonly density: ListDensity;
}

export const plainLayout: Layout = { columns: [], density: 'normal' };

interface Declared {
  readonly title: string;
  readonly kind: string;
  readonly width?: number;
}

/** A declared column in its place. */
export interface Arranged<Column> {
  readonly column: Column;
  /** As it was chosen; 0 for its own. */
  readonly width: number;
  readonly isShown: boolean;
  /** The first column says what the row is, the actions are what the list is for: both stay where they are. */
  readonly isFixed: boolean;
}

/** Every declared column in the layout's order. */
export function arrange<Column extends Declared>(columns: readonly Column[], layout: Layout): Arranged<Column>[] {
  const kept = new Map(layout.columns.map((one) => [one.title, one]));
  const isFixed = (column: Column) => column === columns[0] || column.kind === 'actions';
  const order = columns.filter((column) => !isFixed(column)).map(({ title }) => title);
  const chosen = layout.columns.map(({ title }) => title).filter((title) => order.includes(title));
  for (const [at, title] of order.entries()) {
    if (chosen.includes(title)) continue;
    // A column that came later stands after the one that it was declared after.
    const before = order
      .slice(0, at)
      .filter((other) => chosen.includes(other))
      .at(-1);
    chosen.splice(before === undefined ? 0 : chosen.indexOf(before) + 1, 0, title);
  }
  const movable = chosen.flatMap((title) => columns.find((column) => column.title === title) ?? []);
  const [first, ...rest] = columns.filter(isFixed);
  return [...(first ? [first] : []), ...movable, ...rest].map((column) => ({
    column,
    width: kept.get(column.title)?.width ?? 0,
    isShown: isFixed(column) || kept.get(column.title)?.hidden !== 1,
    isFixed: isFixed(column),
  }));
}

/** The same as a view keeps it. */
export function keptColumns(arranged: readonly Arranged<Declared>[]): ViewColumn[] {
  return arranged.map(({ column: { title }, width, isShown }) => ({ title, width, hidden: isShown ? 0 : 1 }));
}

/** Puts one column before or after another. */
export function moved(columns: readonly ViewColumn[], title: string, target: string, side: 'before' | 'after'): ViewColumn[] {
  const column = columns.find((one) => one.title === title);
  const rest = columns.filter((one) => one.title !== title);
  const at = rest.findIndex((one) => one.title === target);
  if (!column || at < 0) return [...columns];
  rest.splice(side === 'before' ? at : at + 1, 0, column);
  return rest;
}

/** A width that a column may have. */
export function widthWithin(width: number): number {
  return Math.min(viewLimits.columnWidthMax, Math.max(viewLimits.columnWidthMin, Math.round(width)));
}

/** Titles that a layout shows and the list does not have. */
export function missingColumns(columns: readonly Declared[], layout: Layout): string[] {
  return layout.columns
    .filter(({ title, hidden }) => hidden === 0 && columns.every((one) => one.title !== title))
    .map(({ title }) => title);
}

/** Reads what was kept in the browser; anything unreadable is as good as nothing. */
export function readLayout(text: string | null, version: string): Layout | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null || Reflect.get(value, 'version') !== version) return undefined;
    const columns: unknown = Reflect.get(value, 'columns');
    return {
      columns: Array.isArray(columns) ? columns.filter(isColumn) : [],
      density: Reflect.get(value, 'density') === 'tight' ? 'tight' : 'normal',
    };
  } catch {
    return undefined;
  }
}

function isColumn(value: unknown): value is ViewColumn {
  if (typeof value !== 'object' || value === null) return false;
  const [title, width, hidden] = ['title', 'width', 'hidden'].map((name): unknown => Reflect.get(value, name));
  const isWidth = typeof width === 'number' && (width === 0 || widthWithin(width) === width);
  return typeof title === 'string' && isWidth && (hidden === 0 || hidden === 1);
}
