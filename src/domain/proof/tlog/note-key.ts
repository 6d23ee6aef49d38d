import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { signatureCheckCache } from '../signatures/signature-check-cache.ts';
import { readBase64, toBase64, utf8 } from '../../kit/bytes/bytes.ts';
import { fail, pass } from '../../kit/bytes/result.ts';
import type { Result } from '../../kit/bytes/result.ts';

/** A public key that signs notes. Name and id together identify the key that made a signature. */
export interface NoteKey {
  readonly name: string;
  /** 8 lower-case hex digits: SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key)[:4]. */
  readonly id: string;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
}

export type VkeyFault = 'malformed' | 'unknown-algorithm' | 'wrong-id' | 'not-a-point';

/**
 * Builds a key from its name and 32 bytes. @throws RangeError for an invalid name or length. Source: C2SP signed-note, Ed25519 signatures.
 */
export function noteKey(name: string, publicKey: Uint8Array): NoteKey {
  if (!isKeyName(name)) throw new RangeError('a key name has no blanks, no plus sign and no control characters');
  if (publicKey.length !== publicKeyBytes) throw new RangeError('an Ed25519 public key has 32 bytes');
  return { name, id: bytesToHex(sha256(concatBytes(utf8(`${name}\n`), ed25519Type, publicKey)).slice(0, 4)), publicKey };
}

/** The published form of a key: `name+id+base64(0x01 ‖ public key)`. Source: C2SP signed-note, golang.org/x/mod/sumdb/note. */
export function formatVkey(key: NoteKey): string {
  return `${key.name}+${key.id}+${toBase64(concatBytes(ed25519Type, key.publicKey))}`;
}

/** Parses a vkey. The id must match the name and the key. */
export function parseVkey(text: string): Result<NoteKey, VkeyFault> {
  const parts = readVkeyParts(text);
  if (!parts) return fail('malformed');
  if (parts.type !== ed25519Type[0]) return fail('unknown-algorithm');
  if (parts.publicKey.length !== publicKeyBytes) return fail('malformed');
  const key = noteKey(parts.name, parts.publicKey);
  if (key.id !== parts.id) return fail('wrong-id');
  return isEd25519Point(key.publicKey) ? pass(key) : fail('not-a-point');
}

/** Splits a vkey of any type into its parts, without checking that they match. */
export function readVkeyParts(text: string): { name: string; id: string; type: number; publicKey: Uint8Array } | null {
  // A pattern that goes back over megabytes overflows the stack of the engine.
  if (text.length > maxVkeyChars) return null;
  const [, name, id, base64] = /^([^+]+)\+([0-9a-f]{8})\+([^\n]+)$/u.exec(text) ?? [];
  const [type, ...publicKey] = (base64 === undefined ? null : readBase64(base64)) ?? [];
  if (name === undefined || id === undefined || !isKeyName(name) || type === undefined) return null;
  return { name, id, type, publicKey: Uint8Array.from(publicKey) };
}

export function isEd25519Point(publicKey: Uint8Array): boolean {
  return ed25519.utils.isValidPublicKey(publicKey, false);
}

/**
 * Verifies a signature strictly by RFC 8032. With looser rules (ZIP 215), OpenSSL and Go would disagree with us about forged keys.
 * Source: RFC 8032, 5.1.7.
 */
export function verifyEd25519(key: NoteKey, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== signatureBytes) return false;
  return checked([key.publicKey, signature, message], () => {
    try {
      return ed25519.verify(signature, message, key.publicKey, { zip215: false });
    } catch {
      return false; // Bytes that encode no point or scalar are a wrong signature, not an internal error.
    }
  });
}

/** Non-empty; no whitespace of any script, no plus sign, no control characters. */
export function isKeyName(name: string): boolean {
  return /^[^\p{White_Space}\p{Surrogate}+]+$/u.test(name) && ![...name].some((letter) => letter < ' ');
}

const checked = signatureCheckCache();
/** The longest key that we know, ML-DSA-87, has 3,500 characters. */
const maxVkeyChars = 10_000;
const signatureBytes = 64;
const publicKeyBytes = 32;
const ed25519Type = Uint8Array.of(0x01);
