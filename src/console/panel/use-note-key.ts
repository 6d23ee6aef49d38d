import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useKeys } from '../keys/use-keys.ts';

/** The key that focuses the field of a new note from anywhere on the screen. @param show makes the notes visible in `place`. */
export function useNoteKey(place: RefObject<HTMLElement | null>, isActive: boolean, show: () => void): void {
  const run = () => {
    flushSync(show);
    place.current?.querySelector<HTMLElement>('.note-field')?.focus();
  };
  useKeys({ name: '备注', isOfPage: true, keys: isActive ? [{ key: 'c', act: '写备注', run }] : [] });
}
