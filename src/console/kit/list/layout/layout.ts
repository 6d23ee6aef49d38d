import type { ViewColumn } from '../../../../contract/console/views.ts';
import type { ListDensity } from '../../../../domain/business/codes/views.ts';
import { viewLimits } from '../../../../domain/business/codes/views.ts';

/** Layout of a list: its columns in order, and its row height. */
export interface Layout {
  /** A width of 0 means the column's own. A column that is missing here keeps its declared position. */
  readonly columns: readonly ViewColumn[];
  readonly density: ListDensity;
}

export const plainLayout: Layout = { columns: [], density: 'normal' };

interface Declared {
  readonly title: string;
  readonly kind: string;
  readonly width?: number;
}

/** A declared column at its position. */
export interface Arranged<Column> {
  readonly column: Column;
  /** The chosen width; 0 for the column's own. */
  readonly width: number;
  readonly isShown: boolean;
  /** The first column identifies the row and the actions are its purpose, so both keep their position. */
  readonly isFixed: boolean;
}

/** Every declared column in the order of the layout. */
export function arrange<Column extends Declared>(columns: readonly Column[], layout: Layout): Arranged<Column>[] {
  const stored = new Map(layout.columns.map((one) => [one.title, one]));
  const isFixed = (column: Column) => column === columns[0] || column.kind === 'actions';
  const order = columns.filter((column) => !isFixed(column)).map(({ title }) => title);
  const chosen = layout.columns.map(({ title }) => title).filter((title) => order.includes(title));
  for (const [at, title] of order.entries()) {
    if (chosen.includes(title)) continue;
    // A column added later is placed after the one that precedes it in the declaration.
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
    width: stored.get(column.title)?.width ?? 0,
    isShown: isFixed(column) || stored.get(column.title)?.hidden !== 1,
    isFixed: isFixed(column),
  }));
}

/** The arranged columns in the form that a view stores. */
export function viewColumns(arranged: readonly Arranged<Declared>[]): ViewColumn[] {
  return arranged.map(({ column: { title }, width, isShown }) => ({ title, width, hidden: isShown ? 0 : 1 }));
}

/** Moves a column before or after another one. */
export function moved(columns: readonly ViewColumn[], title: string, target: string, side: 'before' | 'after'): ViewColumn[] {
  const column = columns.find((one) => one.title === title);
  const rest = columns.filter((one) => one.title !== title);
  const at = rest.findIndex((one) => one.title === target);
  if (!column || at < 0) return [...columns];
  rest.splice(side === 'before' ? at : at + 1, 0, column);
  return rest;
}

/** Limits a width to the allowed range. */
export function widthWithin(width: number): number {
  return Math.min(viewLimits.columnWidthMax, Math.max(viewLimits.columnWidthMin, Math.round(width)));
}

/** Titles of columns that the layout shows but the list does not have. */
export function missingColumns(columns: readonly Declared[], layout: Layout): string[] {
  return layout.columns
    .filter(({ title, hidden }) => hidden === 0 && columns.every((one) => one.title !== title))
    .map(({ title }) => title);
}

/** Reads a layout stored in the browser; undefined if unreadable or of another version. */
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
