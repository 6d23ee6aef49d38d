import { useEffect } from 'react';
import { isTyping } from '../ui/images/image-viewer.tsx';

/** Single keys, in lower case, that act as long as the caller is shown; left alone while a field is being typed in. */
export function useShortcuts(keys: Readonly<Record<string, () => unknown>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const run = isTyping(event) ? undefined : keys[event.key.toLowerCase()];
      if (!run) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
