import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * Strict text encodings of bytes: every value has exactly one spelling, so no byte of a proof can change unnoticed.
 * Uses only what Node and browsers share.
 */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Decodes UTF-8; null for invalid UTF-8. A byte order mark is kept as a character. */
export function readUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null; // TextDecoder reports invalid bytes only by throwing.
  }
}

/** One character per byte, so that string offsets are byte offsets; shorter at the end of the bytes. */
export function latin1(bytes: Uint8Array, from: number, until: number): string {
  let text = '';
  const end = Math.min(until, bytes.length);
  // In steps, because a call takes only so many arguments.
  for (let at = Math.max(0, from); at < end; at += 8192) text += String.fromCharCode(...bytes.subarray(at, Math.min(end, at + 8192)));
  return text;
}

/** Standard base64 with padding. Source: RFC 4648, section 4. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Decodes standard base64; null for any other spelling: URL alphabet, blanks, missing padding, bits set in the padding. */
export function readBase64(text: string): Uint8Array | null {
  // Without a repeated group: over megabytes it overflows the engine's stack.
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : null;
}

/** A big-endian integer in lower-case hex without leading zero bytes; `00` for zero. */
export function integerHex(bytes: Uint8Array): string {
  const first = bytes.findIndex((byte) => byte !== 0);
  return bytesToHex(bytes.subarray(first < 0 ? Math.max(0, bytes.length - 1) : first));
}

/** Reads an ASCII decimal without leading zeros, up to 2^53 - 1; null for anything else. */
export function readCount(text: string): number | null {
  if (!/^(?:0|[1-9][0-9]{0,15})$/.test(text)) return null;
  const count = Number(text);
  return Number.isSafeInteger(count) ? count : null;
}

/** Whether two byte strings are equal. Not in constant time: everything compared here is public. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** Orders bytes as unsigned numbers from the left; a beginning comes before the whole. DER and RFC 4998 (binary ascending) sort so. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
