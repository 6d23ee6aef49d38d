/** `38.2 MB` of a number of bytes. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const place = Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10) - 1);
  return `${(bytes / 1024 ** (place + 1)).toFixed(1)} ${units[place]}`;
}

const units = ['KB', 'MB', 'GB'];
