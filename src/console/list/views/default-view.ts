/**
 * Which view a page opened with in this browser, known before the server has said it: the rows are then not asked for twice. A number is
 * nothing personal, and a wrong one does no harm.
 */
export function expectedDefault(path: string): string {
  return localStorage.getItem(prefix + path) ?? '';
}

/** Notes it for the pages of lists; an empty id where a page has no default. */
export function rememberDefaults(defaults: Readonly<Record<string, string>>): void {
  for (const [path, id] of Object.entries(defaults)) {
    if (id === '') localStorage.removeItem(prefix + path);
    else localStorage.setItem(prefix + path, id);
  }
}

const prefix = 'default-view:';
