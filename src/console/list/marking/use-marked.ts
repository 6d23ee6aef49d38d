import type { ReactNode } from 'react';
import type { Permission } from '../../../domain/access/access.ts';
import type { Operator } from '../../session/operator.tsx';
import { useChosen } from '../row-marks.ts';
import type { Selection } from './select-cell.tsx';

/**
 * How rows of a list are marked, and the actions on them. Marks belong to a page and are discarded when page or filters change (seed 1,
 * section 2, Online evidence lists).
 */
export interface Marking<Row> {
  /** Offered to operators with any of these permissions; if omitted, to everybody who sees the list. */
  readonly permissions?: readonly Permission[];
  readonly nameOf: (row: Row) => RowName;
  /** Why a row cannot be marked; empty if it can. */
  readonly obstacle: (row: Row) => string;
  /** The controls above the table for the marked rows. */
  readonly tools: (marked: Marked<Row>) => ReactNode;
}

/** Name of a row outside the table. */
export interface RowName {
  readonly title: string;
  /** Its number. */
  readonly note: string;
}

/** The marked rows of the page, in its order, from the latest answer. */
export interface Marked<Row> {
  readonly rows: readonly Row[];
  readonly keys: readonly string[];
  /** Keeps exactly these rows marked. */
  readonly keep: (keys: readonly string[]) => void;
}

interface Listed<Row> {
  readonly rowKey: (row: Row) => string;
  readonly rows: readonly Row[] | undefined;
  /** Address of the page; another address has other marks. */
  readonly address: string;
}

/** The marks of a page; undefined if marking is not offered. A row that left the page, or can no longer be marked, loses its mark. */
export function useMarked<Row>(
  marking: Marking<Row> | undefined,
  { rowKey, rows = [], address }: Listed<Row>,
  operator: Operator,
): { readonly marking: Marking<Row>; readonly marked: Marked<Row>; readonly selection: Selection<Row> } | undefined {
  const [chosen, setChosen] = useChosen(address);
  if (!marking || (marking.permissions && !operator.can(...marking.permissions))) return undefined;
  const marked = rows.filter((row) => chosen.has(rowKey(row)) && marking.obstacle(row) === '');
  const keys = marked.map(rowKey);
  return {
    marking,
    marked: { rows: marked, keys, keep: (kept) => setChosen(new Set(kept)) },
    selection: { keys: new Set(keys), set: setChosen, obstacle: marking.obstacle },
  };
}
