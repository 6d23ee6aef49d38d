/**
 * The parts of a version number, most significant first: `1.10.0` is [1, 10]. Trailing zeros are dropped: 1.0 and 1 are the same version.
 * Null unless the text is one to four numbers of at most nine digits, separated by dots.
 */
export function versionParts(text: string): number[] | null {
  if (!/^\d{1,9}(\.\d{1,9}){0,3}$/.test(text)) return null;
  const parts = text.split('.').map(Number);
  while (parts.length > 0 && parts[parts.length - 1] === 0) parts.pop();
  return parts;
}

/** Negative if `a` is the lower version, positive if it is the higher: 1.9.9 < 1.10.0. PostgreSQL orders integer arrays in the same way. */
export function compareVersions(a: readonly number[], b: readonly number[]): number {
  for (let place = 0; place < Math.max(a.length, b.length); place += 1) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
