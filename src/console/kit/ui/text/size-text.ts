/** A readable size such as `1.5 MB`; below 1 KB in bytes. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} 字节`;
  const units = ['KB', 'MB', 'GB'];
  const step = Math.min(units.length, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** step).toFixed(1)} ${units[step - 1] ?? ''}`;
}
