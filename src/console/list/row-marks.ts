import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { storePlace, visitedRow } from './list-place.ts';

const noKeys: ReadonlySet<string> = new Set();

/**
 * The selected rows of one address. They are discarded when the address changes, even if it changes back later (seed 1, section 2, Online
 * evidence lists).
 */
export function useChosen(address: string): [ReadonlySet<string>, (keys: ReadonlySet<string>) => void] {
  const [chosen, setChosen] = useState<{ address: string; keys: ReadonlySet<string> }>({ address, keys: noKeys });
  if (chosen.address !== address) setChosen({ address, keys: noKeys });
  return [chosen.address === address ? chosen.keys : noKeys, (keys) => setChosen({ address, keys })];
}

/** The key of the row that the operator opened last; restored when they return to the list as they left it. */
export function useVisitedRow(address: string): [string, (row: string) => void] {
  const { pathname } = useLocation();
  const [visited, setVisited] = useState(() => ({ address, row: visitedRow(pathname, address) }));
  if (visited.address !== address) setVisited({ address, row: '' });
  useEffect(() => storePlace(pathname, visited.address, visited.row), [pathname, visited]);
  const goTo = (row: string) => {
    storePlace(pathname, address, row); // stored at once: a link leaves the list before the next render
    setVisited({ address, row });
  };
  return [visited.address === address ? visited.row : '', goTo];
}
