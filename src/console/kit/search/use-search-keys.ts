import { useLayoutEffect, useState } from 'react';

export const loadFound = () => import('./palette-found.tsx');

/** Preloads the palette's code; opening the palette reports failures. */
export const announcePalette = () => void loadFound().catch(() => undefined);

/**
 * Whether the search is open: Ctrl+K and ⌘K open and close it anywhere. The keys work from the frame's first paint, and the field takes
 * input at once. Answers come as soon as the operator is known.
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
    // Long after the screen has rendered, so that it delays nothing of it.
    const timer = setTimeout(announcePalette, idleMs);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', onKey);
    };
  }, []);
  return { isOpen, setOpen };
}

const idleMs = 4_000;
