/** Numbers and words at places of bytes, as formats of media have them. A number that is not whole there throws a RangeError. */

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Each byte one letter; shorter where the bytes end. */
export function latin1(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}

/** Of so many bytes, the highest first; six at most. */
export function wholeNumber(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}

/** Where a word stands first, a byte a letter; -1 for nowhere. */
export function placeOfWord(bytes: Uint8Array, word: string): number {
  const letters = [...word].map((letter) => letter.charCodeAt(0));
  const [first = 0] = letters;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if (letters.every((letter, offset) => bytes[at + offset] === letter)) return at;
  return -1;
}
