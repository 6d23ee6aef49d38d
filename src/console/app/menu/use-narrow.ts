import { useEffect, useState, useSyncExternalStore } from 'react';

const narrowKey = 'sidebar-narrow';
/** Half of the smallest screen that the console is made for, as its zoom of 200 % lays it out, lies below. */
const small = matchMedia('(max-width: 900px)');

/**
 * Whether the menu shows icons alone. The operator's choice is kept for windows that have room; in a small one it begins narrow, and opens
 * for as long as the window stays small.
 */
export function useNarrow(): [boolean, (narrow: boolean) => void] {
  const [isChosen, setChosen] = useState(() => localStorage.getItem(narrowKey) === '1');
  const [isOpened, setOpened] = useState(false);
  const isSmall = useSyncExternalStore(onChange, () => small.matches);
  useEffect(() => localStorage.setItem(narrowKey, isChosen ? '1' : '0'), [isChosen]);
  if (!isSmall && isOpened) setOpened(false);
  return isSmall ? [!isOpened, (narrow) => setOpened(!narrow)] : [isChosen, setChosen];
}

function onChange(told: () => void): () => void {
  small.addEventListener('change', told);
  return () => small.removeEventListener('change', told);
}
