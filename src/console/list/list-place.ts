/** Where an operator was in a list: its filters and page, and the row that he went to. */
interface Place {
  readonly search: string;
  readonly row: string;
}

/** Kept in this tab until the session ends: filters may name people. */
export function storePlace(path: string, search: string, row: string): void {
  sessionStorage.setItem(placePrefix + path, JSON.stringify({ search, row } satisfies Place));
}

/** The row that he went to, when the list stands at the same filters and page again; empty otherwise. */
export function visitedRow(path: string, search: string): string {
  const place = placeIn(path);
  return place.search === search ? place.row : '';
}

/** The address of a list as it was left; its bare path when it has not been opened in this tab. */
export function listAddress(path: string): string {
  const { search } = placeIn(path);
  return search === '' ? path : `${path}?${search}`;
}

const placePrefix = 'place:';

function placeIn(path: string): Place {
  const stored: unknown = JSON.parse(sessionStorage.getItem(placePrefix + path) ?? 'null');
  const textOf = (name: string): string => {
    const value: unknown = typeof stored === 'object' && stored !== null ? Reflect.get(stored, name) : undefined;
    return typeof value === 'string' ? value : '';
  };
  return { search: textOf('search'), row: textOf('row') };
}
