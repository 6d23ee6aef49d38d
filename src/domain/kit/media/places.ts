/** Reads numbers and words at byte offsets of media formats. Reading beyond the end throws a RangeError. */

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** A big-endian number of at most six bytes. */
export function wholeNumber(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}

/** Offset of the first occurrence of a Latin-1 word from an offset on; -1 if there is none. */
export function placeOfWord(bytes: Uint8Array, word: string, from = 0): number {
  const letters = [...word].map((letter) => letter.charCodeAt(0));
  const [first = 0] = letters;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1))
    if (letters.every((letter, offset) => bytes[at + offset] === letter)) return at;
  return -1;
}
