import { useLayoutEffect, useState } from 'react';

export const loadPalette = () => import('./palette.tsx');

/** Brings the palette's code ahead of its opening, which reports what fails. */
export const announcePalette = () => void loadPalette().catch(() => undefined);

/**
 * Whether the search is open: Ctrl+K and ⌘K open and close it from anywhere. They are heard from the frame's first paint on; what is
 * pressed before the operator is known opens the search as soon as he is.
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
