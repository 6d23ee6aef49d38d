import { visibleText } from '../../../domain/kit/text/visible-text.ts';

/**
 * A message in the top bar's row, where nobody works. Plain DOM outside the React tree, because the login page and the frame share it: a
 * message survives the change from one to the other, and can be shown before either has loaded.
 * @param key a message takes the place of the one before it with the same key.
 */
export function toast(kind: 'success' | 'error', text: string, durationMs = 3000, key: 'act' | 'drafts' = 'act'): void {
  const host = stack();
  for (const before of host.querySelectorAll(`[data-key="${key}"]`)) before.remove();
  const item = document.createElement('div');
  item.className = `toast toast-${kind}`;
  item.dataset['key'] = key;
  item.setAttribute('role', kind === 'error' ? 'alert' : 'status');
  item.textContent = visibleText(text);
  host.append(item);
  setTimeout(() => item.remove(), durationMs);
}

function stack(): HTMLElement {
  const found = document.querySelector<HTMLElement>('.toasts');
  if (found) return found;
  const host = document.createElement('div');
  host.className = 'toasts';
  document.body.append(host);
  return host;
}
