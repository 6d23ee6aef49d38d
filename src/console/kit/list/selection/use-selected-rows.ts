import type { ReactNode } from 'react';
import type { Permission } from '../../../../domain/business/access/access.ts';
import type { Operator } from '../../session/operator.tsx';
import { useChosen } from '../chosen-rows.ts';
import type { Selection } from './select-cell.tsx';

/**
 * How rows of a list are selected, and the actions on them. A selection belongs to a page and is discarded when page or filters change
 * (spec/console, 2.14).
 */
export interface Selectable<Row> {
  /** Offered to operators with any of these permissions; if omitted, to everybody who sees the list. */
  readonly permissions?: readonly Permission[];
  readonly nameOf: (row: Row) => RowName;
  /** Why a row cannot be selected; empty if it can. */
  readonly obstacle: (row: Row) => string;
  /** The controls above the table for the selected rows. */
  readonly tools: (selected: SelectedRows<Row>) => ReactNode;
}

/** Name of a row outside the table. */
export interface RowName {
  readonly title: string;
  /** Its number. */
  readonly note: string;
}

/** The selected rows of the page, in its order, from the latest answer. */
export interface SelectedRows<Row> {
  readonly rows: readonly Row[];
  readonly keys: readonly string[];
  /** Keeps exactly these rows selected. */
  readonly keep: (keys: readonly string[]) => void;
}

interface Listed<Row> {
  readonly rowKey: (row: Row) => string;
  readonly rows: readonly Row[] | undefined;
  /** Address of the page; another address has another selection. */
  readonly address: string;
}

/** The selection of a page; undefined if none is offered. A row that left the page, or can no longer be selected, leaves it. */
export function useSelectedRows<Row>(
  selectable: Selectable<Row> | undefined,
  { rowKey, rows = [], address }: Listed<Row>,
  operator: Operator,
): { readonly selectable: Selectable<Row>; readonly selected: SelectedRows<Row>; readonly selection: Selection<Row> } | undefined {
  const [chosen, setChosen] = useChosen(address);
  if (!selectable || (selectable.permissions && !operator.can(...selectable.permissions))) return undefined;
  const selected = rows.filter((row) => chosen.has(rowKey(row)) && selectable.obstacle(row) === '');
  const keys = selected.map(rowKey);
  return {
    selectable,
    selected: { rows: selected, keys, keep: (kept) => setChosen(new Set(kept)) },
    selection: { keys: new Set(keys), set: setChosen, obstacle: selectable.obstacle },
  };
}
