import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * Encrypts a short text for the holder of the key: HMAC-SHA256 in counter mode, then a tag over the result. Not WebCrypto, which is
 * unavailable at an office's plain-HTTP address.
 * @param key 32 bytes in hex.
 * @param place where the text is stored; it cannot be opened from any other place.
 */
export function sealText(key: string, place: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const hidden = masked(key, nonce, utf8ToBytes(text));
  return bytesToHex(concatBytes(nonce, hidden, tagOf(key, place, nonce, hidden)));
}

/** Decrypts a text; undefined if the key or the place differs, or if the text was changed. */
export function openText(key: string, place: string, sealed: string): string | undefined {
  const bytes = bytesOf(sealed);
  if (!bytes || bytes.length < nonceBytes + tagBytes) return undefined;
  const nonce = bytes.subarray(0, nonceBytes);
  const hidden = bytes.subarray(nonceBytes, bytes.length - tagBytes);
  if (bytesToHex(tagOf(key, place, nonce, hidden)) !== bytesToHex(bytes.subarray(bytes.length - tagBytes))) return undefined;
  return new TextDecoder().decode(masked(key, nonce, hidden));
}

const nonceBytes = 16;
const tagBytes = 32;

function masked(key: string, nonce: Uint8Array, bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, at) => byte ^ (blockOf(key, nonce, Math.floor(at / blockBytes))[at % blockBytes] ?? 0));
}

const blockBytes = 32;

function blockOf(key: string, nonce: Uint8Array, count: number): Uint8Array {
  return hmac(sha256, hexToBytes(key), concatBytes(utf8ToBytes('mask'), nonce, utf8ToBytes(String(count))));
}

function tagOf(key: string, place: string, nonce: Uint8Array, hidden: Uint8Array): Uint8Array {
  return hmac(sha256, hexToBytes(key), concatBytes(utf8ToBytes(`tag ${place.length} ${place}`), nonce, hidden));
}

function bytesOf(hex: string): Uint8Array | undefined {
  try {
    return hexToBytes(hex);
  } catch {
    return undefined; // not written by this program
  }
}
