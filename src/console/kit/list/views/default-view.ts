import { shared } from '../../storage/storage.ts';

/**
 * The view that a page last opened with in this browser, known before the server's answer, so that the rows are not fetched twice. A view's
 * id is not personal, and a wrong one does no harm.
 */
export function expectedDefault(path: string): string {
  return shared.getItem(prefix + path) ?? '';
}

/** Stores the default views of the lists' pages; an empty id for a page without one. */
export function rememberDefaults(defaults: Readonly<Record<string, string>>): void {
  for (const [path, id] of Object.entries(defaults)) {
    if (id === '') shared.removeItem(prefix + path);
    else shared.setItem(prefix + path, id);
  }
}

const prefix = 'default-view:';
