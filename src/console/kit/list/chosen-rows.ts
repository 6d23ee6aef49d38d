import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { storeListPosition, lastOpenedRow } from './list-position.ts';

const noKeys: ReadonlySet<string> = new Set();

/**
 * The selected rows of one address. They are discarded when the address changes, even if it changes back later
 * (spec/console, 2.14).
 */
export function useChosen(address: string): [ReadonlySet<string>, (keys: ReadonlySet<string>) => void] {
  const [chosen, setChosen] = useState<{ address: string; keys: ReadonlySet<string> }>({ address, keys: noKeys });
  if (chosen.address !== address) setChosen({ address, keys: noKeys });
  return [chosen.address === address ? chosen.keys : noKeys, (keys) => setChosen({ address, keys })];
}

/** The key of the row that the operator opened last; restored when they return to the list as they left it. */
export function useLastOpenedRow(address: string): [string, (row: string) => void] {
  const { pathname } = useLocation();
  const [lastOpened, setLastOpened] = useState(() => ({ address, row: lastOpenedRow(pathname, address) }));
  if (lastOpened.address !== address) setLastOpened({ address, row: '' });
  useEffect(() => storeListPosition(pathname, lastOpened.address, lastOpened.row), [pathname, lastOpened]);
  const open = (row: string) => {
    storeListPosition(pathname, address, row); // stored at once: a link leaves the list before the next render
    setLastOpened({ address, row });
  };
  return [lastOpened.address === address ? lastOpened.row : '', open];
}
