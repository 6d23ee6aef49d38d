import { ofTab } from '../storage/storage.ts';

/** An operator's last position in a list: filters, page, and the row that they opened. */
interface ListPosition {
  readonly search: string;
  readonly row: string;
}

/** Stored in this tab until the session ends, because filters may name people. */
export function storeListPosition(path: string, search: string, row: string): void {
  ofTab.setItem(positionPrefix + path, JSON.stringify({ search, row } satisfies ListPosition));
}

/** The row that they opened, if the list has the same filters and page again; empty otherwise. */
export function lastOpenedRow(path: string, search: string): string {
  const place = readPosition(path);
  return place.search === search ? place.row : '';
}

/** The address of a list as it was left; its bare path if it was not opened in this tab. */
export function listAddress(path: string): string {
  const { search } = readPosition(path);
  return search === '' ? path : `${path}?${search}`;
}

const positionPrefix = 'place:';

function readPosition(path: string): ListPosition {
  const stored: unknown = JSON.parse(ofTab.getItem(positionPrefix + path) ?? 'null');
  const textOf = (name: string): string => {
    const value: unknown = typeof stored === 'object' && stored !== null ? Reflect.get(stored, name) : undefined;
    return typeof value === 'string' ? value : '';
  };
  return { search: textOf('search'), row: textOf('row') };
}
