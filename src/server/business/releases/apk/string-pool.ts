/** The strings that a binary XML refers to by index. */
export interface StringPool {
  /** @throws RangeError if the index does not exist, or the string lies outside the pool. */
  at(index: number): string;
}

/** A lazily read string pool: only requested strings are decoded, however many it declares. @param part the whole chunk. */
export function stringPool(part: Buffer): StringPool {
  const [headerBytes, count, flags, textsStart] = [
    part.readUInt16LE(2),
    part.readUInt32LE(8),
    part.readUInt32LE(16),
    part.readUInt32LE(20),
  ];
  const isUtf8 = (flags & 0x100) !== 0;
  return {
    at(index) {
      if (index >= count) throw new RangeError(`there are ${count} texts, not ${index}`);
      const at = textsStart + part.readUInt32LE(headerBytes + 4 * index);
      return isUtf8 ? utf8At(part, at) : utf16At(part, at);
    },
  };
}

/** Length in characters, length in bytes, the bytes; a length of more than 127 takes two bytes. */
function utf8At(part: Buffer, at: number): string {
  const characters = part.readUInt8(at) & 0x80 ? 2 : 1;
  const first = part.readUInt8(at + characters);
  const isLong = (first & 0x80) !== 0;
  const bytes = isLong ? ((first & 0x7f) << 8) | part.readUInt8(at + characters + 1) : first;
  return slice(part, at + characters + (isLong ? 2 : 1), bytes).toString('utf8');
}

/** Length in 16-bit units, the units; a length of more than 32767 takes two units. */
function utf16At(part: Buffer, at: number): string {
  const first = part.readUInt16LE(at);
  const isLong = (first & 0x8000) !== 0;
  const units = isLong ? ((first & 0x7fff) << 16) | part.readUInt16LE(at + 2) : first;
  return slice(part, at + (isLong ? 4 : 2), units * 2).toString('utf16le');
}

function slice(part: Buffer, start: number, bytes: number): Buffer {
  if (start + bytes > part.length) throw new RangeError('a text ends outside its pool');
  return part.subarray(start, start + bytes);
}
