import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * A short text that only the holder of the key reads: HMAC-SHA256 in counter mode, then a tag over what came of it. Not WebCrypto: an
 * office's plain-HTTP address has none.
 * @param key 32 bytes in hex.
 * @param place where it is kept; the text opens nowhere else.
 */
export function sealText(key: string, place: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const hidden = masked(key, nonce, utf8ToBytes(text));
  return bytesToHex(concatBytes(nonce, hidden, tagOf(key, place, nonce, hidden)));
}

/** The text again; undefined where the key or the place is another one, or somebody has changed it. */
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
    return undefined; // whatever stands there is not ours
  }
}
