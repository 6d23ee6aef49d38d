/** Shortens `0123456789abcdef…` in the middle, where ids and hashes are least distinctive. */
export function middleShort(text: string, max = 26): string {
  return text.length <= max ? text : `${text.slice(0, max / 2)}…${text.slice(-(max / 2 - 1))}`;
}
