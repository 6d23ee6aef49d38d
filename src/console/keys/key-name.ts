/** Name of a key in this program: `j`, `Shift+x`, `?`, `Enter`, `ArrowLeft`. */
export function keyName({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): string {
  if (key.length > 1) return key;
  const small = key.toLowerCase();
  return shiftKey && /[a-z]/.test(small) ? `Shift+${small}` : small;
}

/** True if a key belongs to a field or to the browser, so that keys of screens must ignore it. */
export function isTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** True if the key would activate the focused element, or move within it. */
export function isPressing({ key, target }: KeyboardEvent): boolean {
  if (key.startsWith('Arrow')) return target instanceof HTMLInputElement;
  return (key === 'Enter' || key === ' ') && target instanceof Element && target.closest('a, button, input, summary') !== null;
}
