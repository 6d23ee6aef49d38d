import type { ReactNode } from 'react';
import type { Permission } from '../../../domain/access/access.ts';
import type { Operator } from '../../session/operator.tsx';
import { useChosen } from '../row-marks.ts';
import type { Selection } from './select-cell.tsx';

/**
 * How rows of a list are marked, and what is done with them. A mark belongs to its page and is gone for good when page or filters change
 * (seed 1, section 2, Online evidence lists).
 */
export interface Marking<Row> {
  /** Offered to holders of any of these; to everybody who sees the list where it is left out. */
  readonly permissions?: readonly Permission[];
  readonly nameOf: (row: Row) => RowName;
  /** Why a row cannot be marked; empty where it can. */
  readonly obstacle: (row: Row) => string;
  /** What stands above the table for the marked rows. */
  readonly tools: (marked: Marked<Row>) => ReactNode;
}

/** What a row is called where the table does not say it. */
export interface RowName {
  readonly title: string;
  /** Its number. */
  readonly note: string;
}

/** The marked rows of the page, in its order and as they were answered last. */
export interface Marked<Row> {
  readonly rows: readonly Row[];
  readonly keys: readonly string[];
  /** Leaves these marked, and no others. */
  readonly keep: (keys: readonly string[]) => void;
}

interface Listed<Row> {
  readonly rowKey: (row: Row) => string;
  readonly rows: readonly Row[] | undefined;
  /** Of the page: other pages, other marks. */
  readonly address: string;
}

/** The marks of a page; undefined where nothing is offered. A row that left the page, or cannot be marked any more, is marked no more. */
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
