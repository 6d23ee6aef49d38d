import { concatBytes } from '@noble/hashes/utils.js';

/** One DER value. All three byte arrays are views of the input's memory. */
export interface DerValue {
  /** The whole identifier octet: class, constructed bit and tag number. */
  readonly tag: number;
  readonly content: Uint8Array;
  /** The complete encoding with tag and length; a hash of the value covers these bytes. */
  readonly bytes: Uint8Array;
}

/** The X.690 identifier octets that records and tokens use. */
export const derTag = {
  integer: 0x02,
  octets: 0x04,
  objectId: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** Context-specific, constructed: `[n]`. */
  context: (number: number): number => 0xa0 + number,
} as const;

/**
 * Reads the single value that fills `bytes` completely; null for anything else. DER allows only definite lengths in their shortest form.
 */
export function readDer(bytes: Uint8Array): DerValue | null {
  const value = readFirst(bytes);
  return value && value.bytes.length === bytes.length ? value : null;
}

/** The values inside a constructed value; null if the value is not constructed or its content does not parse completely. */
export function childrenOf(value: DerValue | null | undefined): readonly DerValue[] | null {
  if (!value || (value.tag & 0x20) === 0) return null;
  const children: DerValue[] = [];
  for (let rest = value.content; rest.length > 0; ) {
    const child = readFirst(rest);
    if (!child) return null;
    children.push(child);
    rest = rest.subarray(child.bytes.length);
  }
  return children;
}

/** The values inside a value with this tag; null for any other tag. */
export function membersOf(value: DerValue | null | undefined, tag: number): readonly DerValue[] | null {
  return value?.tag === tag ? childrenOf(value) : null;
}

/** Encodes a value whose content is the concatenated parts. */
export function writeDer(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return concatBytes(Uint8Array.of(tag, ...lengthOctets(length)), ...parts);
}

/** Reads a GeneralizedTime or UTCTime in UTC; null for any other form. Fractions of a second are cut to milliseconds. */
export function readTime(value: DerValue | null | undefined): Date | null {
  if (value?.tag !== derTag.generalizedTime && value?.tag !== derTag.utcTime) return null;
  const text = String.fromCharCode(...value.content.subarray(0, 40));
  const full = value.tag === derTag.utcTime ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text;
  const [, date = '', time = '', fraction = ''] = /^(\d{8})(\d{6})(\.\d{1,9})?Z$/.exec(full) ?? [];
  if (date === '') return null;
  const [year, month, day] = [date.slice(0, 4), date.slice(4, 6), date.slice(6)];
  const millis = `${fraction.slice(1)}000`.slice(0, 3);
  const at = new Date(`${year}-${month}-${day}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}.${millis}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}

function readFirst(bytes: Uint8Array): DerValue | null {
  const [tag, first] = bytes;
  // No structure here has a tag number above 30.
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return null;
  const octets = first < 0x80 ? 0 : first - 0x80;
  if (octets > 4 || first === 0x80 || bytes.length < 2 + octets) return null;
  const length = octets === 0 ? first : bytes.subarray(2, 2 + octets).reduce((sum, octet) => sum * 256 + octet, 0);
  const isShortest = octets === 0 || (length >= 0x80 && length >= 256 ** (octets - 1));
  const start = 2 + octets;
  if (!isShortest || bytes.length < start + length) return null;
  return { tag, content: bytes.subarray(start, start + length), bytes: bytes.subarray(0, start + length) };
}

function lengthOctets(length: number): number[] {
  if (length < 0x80) return [length];
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  return [0x80 + octets.length, ...octets];
}
