/**
 * Where a text stands that no database takes, because it holds a NUL character or half of a surrogate pair: the keys that lead to it.
 * Null when there is none. Looks into arrays and objects as deep as they go, so let a schema say first how deep that is.
 */
export function unstorableIn(value: unknown): string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : [];
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    const path = unstorableIn(member);
    if (path) return [key, ...path];
  }
  return null;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}
