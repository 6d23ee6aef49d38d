import { visibleText } from '../../../domain/kit/text/visible-text.ts';
/**
 * Messages at the top of the page. Plain DOM outside the React tree, because the login page and the frame share it: a message survives the
 * change from one to the other, and can be shown before either has loaded.
 */
export function toast(kind: 'success' | 'error', text: string, durationMs = 3000): void {
  const host = stack();
  const item = document.createElement('div');
  item.className = `toast toast-${kind}`;
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
