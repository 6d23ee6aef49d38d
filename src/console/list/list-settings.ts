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

interface StoredSettings {
  readonly hidden: readonly string[];
  readonly density: Density;
}

const defaults: StoredSettings = { hidden: [], density: 'normal' };

/** Which columns of a list an operator sees and how dense, kept in this browser under his uid. */
export function useListSettings<Row>(uid: string, list: string, columns: readonly Column<Row>[]): ListSettings<Row> {
  const key = `list:${uid}:${list}`;
  const [stored, setStored] = useState<StoredSettings>(() => readSettings(localStorage.getItem(key)));
  const store = (next: StoredSettings) => {
    localStorage.setItem(key, JSON.stringify(next));
    setStored(next);
  };
  // The first column says what the row is, the actions are what the list is for: both always stay.
  const isFixed = (column: Column<Row>, index: number) => index === 0 || column.kind === 'actions';
  const isShown = (column: Column<Row>, index: number) => isFixed(column, index) || !stored.hidden.includes(column.title);
  return {
    columns: columns.filter(isShown),
    choices: columns.map((column, index) => ({ title: column.title, isShown: isShown(column, index), isFixed: isFixed(column, index) })),
    density: stored.density,
    toggleColumn: (title) =>
      store({
        ...stored,
        hidden: stored.hidden.includes(title) ? stored.hidden.filter((item) => item !== title) : [...stored.hidden, title],
      }),
    setDensity: (density) => store({ ...stored, density }),
    reset: () => store(defaults),
  };
}

/** Reads what was kept; anything unreadable is as good as nothing. */
export function readSettings(text: string | null): StoredSettings {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null) return defaults;
    const hidden: unknown = Reflect.get(value, 'hidden');
    return {
      hidden: Array.isArray(hidden) ? hidden.filter((item): item is string => typeof item === 'string') : [],
      density: Reflect.get(value, 'density') === 'tight' ? 'tight' : 'normal',
    };
  } catch {
    return defaults;
  }
}
