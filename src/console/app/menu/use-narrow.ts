import { useEffect, useState, useSyncExternalStore } from 'react';
import { shared } from '../../kit/storage/storage.ts';

const narrowKey = 'sidebar-narrow';
/** Applies to half of the smallest supported screen, which is what a zoom of 200 % leaves. */
const small = matchMedia('(max-width: 900px)');

/**
 * Whether the menu shows only icons. The operator's choice is stored for windows with enough room. In a small window the menu starts
 * narrow, and once opened stays open only as long as the window is small.
 */
export function useNarrow(): [boolean, (narrow: boolean) => void] {
  const [isChosen, setChosen] = useState(() => shared.getItem(narrowKey) === '1');
  const [isOpened, setOpened] = useState(false);
  const isSmall = useSyncExternalStore(onChange, () => small.matches);
  useEffect(() => shared.setItem(narrowKey, isChosen ? '1' : '0'), [isChosen]);
  if (!isSmall && isOpened) setOpened(false);
  return isSmall ? [!isOpened, (narrow) => setOpened(!narrow)] : [isChosen, setChosen];
}

function onChange(listener: () => void): () => void {
  small.addEventListener('change', listener);
  return () => small.removeEventListener('change', listener);
}
