import { useLayoutEffect, useState } from 'react';

export const loadFound = () => import('./palette-found.tsx');

/** Brings what answers the palette ahead of its opening, which reports what fails. */
export const announcePalette = () => void loadFound().catch(() => undefined);

/**
 * Whether the search is open: Ctrl+K and ⌘K open and close it from anywhere. They are heard from the frame's first paint on, and its field
 * takes what is typed then; what is pressed before the operator is known is answered as soon as he is.
 */
export function useSearchKeys() {
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') announcePalette();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    addEventListener('keydown', onKey);
    // Long after the screen stands, so that nothing of it comes later.
    const timer = setTimeout(announcePalette, idleMs);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', onKey);
    };
  }, []);
  return { isOpen, setOpen };
}

const idleMs = 4_000;
