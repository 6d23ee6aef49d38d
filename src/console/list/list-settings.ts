import { useState } from 'react';
import type { Column } from './columns.ts';

export type Density = 'normal' | 'tight';

export interface ListSettings<Row> {
  readonly columns: readonly Column<Row>[];
  readonly choices: readonly { readonly title: string; readonly isShown: boolean; readonly isFixed: boolean }[];
  readonly density: Density;
  toggleColumn(title: string): void;
  setDensity(density: Density): void;
  reset(): void;
}

interface Kept {
  readonly hidden: readonly string[];
  readonly density: Density;
}

const plain: Kept = { hidden: [], density: 'normal' };

/** Which columns of a list an operator sees and how dense, kept in this browser under his uid. */
export function useListSettings<Row>(uid: string, list: string, columns: readonly Column<Row>[]): ListSettings<Row> {
  const key = `list:${uid}:${list}`;
  const [kept, setKept] = useState<Kept>(() => readSettings(localStorage.getItem(key)));
  const keep = (next: Kept) => {
    localStorage.setItem(key, JSON.stringify(next));
    setKept(next);
  };
  // The first column says what the row is, the actions are what the list is for: both always stay.
  const isFixed = (column: Column<Row>, index: number) => index === 0 || column.kind === 'actions';
  const isShown = (column: Column<Row>, index: number) => isFixed(column, index) || !kept.hidden.includes(column.title);
  return {
    columns: columns.filter(isShown),
    choices: columns.map((column, index) => ({ title: column.title, isShown: isShown(column, index), isFixed: isFixed(column, index) })),
    density: kept.density,
    toggleColumn: (title) =>
      keep({ ...kept, hidden: kept.hidden.includes(title) ? kept.hidden.filter((item) => item !== title) : [...kept.hidden, title] }),
    setDensity: (density) => keep({ ...kept, density }),
    reset: () => keep(plain),
  };
}

/** Reads what was kept; anything unreadable is as good as nothing. */
export function readSettings(text: string | null): Kept {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null) return plain;
    const hidden: unknown = Reflect.get(value, 'hidden');
    return {
      hidden: Array.isArray(hidden) ? hidden.filter((item): item is string => typeof item === 'string') : [],
      density: Reflect.get(value, 'density') === 'tight' ? 'tight' : 'normal',
    };
  } catch {
    return plain;
  }
}
