import { latin1 } from '../tlog/bytes.ts';

/** Offset of the last occurrence of an ASCII text; -1 if there is none. */
export function lastIndexOfText(bytes: Uint8Array, text: string): number {
  const first = text.charCodeAt(0);
  for (let at = bytes.lastIndexOf(first, bytes.length - text.length); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(first, at - 1))
    if (latin1(bytes, at, at + text.length) === text) return at;
  return -1;
}
