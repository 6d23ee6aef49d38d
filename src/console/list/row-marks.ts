import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { keepPlace, rowLeft } from './list-place.ts';

export const noKeys: ReadonlySet<string> = new Set();

/**
 * The chosen rows of one address. Another address has none, and neither has the same one when it comes back (seed 1, section 2, Online
 * evidence lists).
 */
export function useChosen(address: string): [ReadonlySet<string>, (keys: ReadonlySet<string>) => void] {
  const [kept, setKept] = useState<{ address: string; keys: ReadonlySet<string> }>({ address, keys: noKeys });
  if (kept.address !== address) setKept({ address, keys: noKeys });
  return [kept.address === address ? kept.keys : noKeys, (keys) => setKept({ address, keys })];
}

/** The key of the row that the operator went to last, found again when they come back to the list as they left it. */
export function useHere(address: string): [string, (row: string) => void] {
  const { pathname } = useLocation();
  const [here, setHere] = useState(() => ({ address, row: rowLeft(pathname, address) }));
  if (here.address !== address) setHere({ address, row: '' });
  useEffect(() => keepPlace(pathname, here.address, here.row), [pathname, here]);
  const goTo = (row: string) => {
    keepPlace(pathname, address, row); // a link leaves the list in the same breath
    setHere({ address, row });
  };
  return [here.address === address ? here.row : '', goTo];
}
