import { p256 } from '@noble/curves/nist.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { readBase64, sameBytes, toBase64, utf8 } from '../../kit/bytes/bytes.ts';
import { fail, pass } from '../../kit/bytes/result.ts';
import type { Result } from '../../kit/bytes/result.ts';
import { archivePaths } from './archive-names.ts';
import { archiveSoftware, parseJsonObject } from './datapackage.ts';

/** The key that signs archives: ECDSA on P-256. */
export interface ArchiveKey {
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array;
  /** Signs the SHA-256 of a text; returns r and s, 32 bytes each. Source: FIPS 186-5, 6.4. */
  sign(text: Uint8Array): Uint8Array;
}

/**
 * Formats `datapackage-digest.json` with an anonymous signature over the text of the hash, including `sha256:`. This form has no trusted
 * time; an RFC 3161 token over these bytes accompanies the archive. Source: wacz-auth 0.1.0, Anonymous Signature.
 */
export function formatDigest(datapackage: Uint8Array, key: ArchiveKey, created: Date): string {
  const hash = hashOf(datapackage);
  const signedData = {
    hash,
    created: created.toISOString(),
    software: archiveSoftware,
    version: '0.1.0',
    signature: toBase64(key.sign(utf8(hash))),
    publicKey: toBase64(key.publicKey),
  };
  return `${JSON.stringify({ path: archivePaths.datapackage, hash, signedData }, null, 2)}\n`;
}

/** Formats a hash as the index and the lists of an archive do. */
export function hashOf(bytes: Uint8Array): string {
  return `sha256:${bytesToHex(sha256(bytes))}`;
}

export interface ArchiveDigest {
  /** Hash of `datapackage.json`. */
  readonly hash: string;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array;
  readonly signature: Uint8Array;
}

export type DigestFault = 'malformed' | 'unsigned' | 'not-anonymous' | 'other-hash' | 'bad-key' | 'wrong-signature';

/** Parses `datapackage-digest.json` and checks its signature with the key that it carries. The caller must check whose key that is. */
export function verifyDigest(bytes: Uint8Array, datapackage: Uint8Array): Result<ArchiveDigest, DigestFault> {
  const value = parseJsonObject(bytes);
  const { path, hash, signedData } = value ?? {};
  if (path !== archivePaths.datapackage || typeof hash !== 'string') return fail('malformed');
  if (typeof signedData !== 'object' || signedData === null) return fail('unsigned');
  const signed = signedData as Readonly<Record<string, unknown>>;
  if (Object.keys(signed).some((name) => !anonymousFields.has(name))) return fail('not-anonymous');
  const [publicKey, signature] = [bytesOf(signed['publicKey']), bytesOf(signed['signature'])];
  if (!publicKey || !signature) return fail('malformed');
  if (hash !== hashOf(datapackage) || signed['hash'] !== hash) return fail('other-hash');
  const point = pointOf(publicKey);
  if (!point) return fail('bad-key');
  return isSigned(signature, utf8(hash), point) ? pass({ hash, publicKey, signature }) : fail('wrong-signature');
}

/** Id of the key in a digest whose signature was verified; null for any other text. */
export function signerOf(digest: Uint8Array): string | null {
  const { signedData } = parseJsonObject(digest) ?? {};
  const { publicKey } = (typeof signedData === 'object' && signedData !== null ? signedData : {}) as Readonly<Record<string, unknown>>;
  const key = bytesOf(publicKey);
  return key && archiveKeyId(key);
}

/** The id by which a log entry names a key: SHA-256 of its SubjectPublicKeyInfo, lower-case hex. */
export function archiveKeyId(publicKey: Uint8Array): string {
  return bytesToHex(sha256(publicKey));
}

function bytesOf(value: unknown): Uint8Array | null {
  return typeof value === 'string' ? readBase64(value) : null;
}

/** The uncompressed point of a P-256 key; null for any other key. */
function pointOf(publicKey: Uint8Array): Uint8Array | null {
  const isP256 = publicKey.length === spkiHead.length + 65 && sameBytes(publicKey.subarray(0, spkiHead.length), spkiHead);
  return isP256 ? publicKey.subarray(spkiHead.length) : null;
}

function isSigned(signature: Uint8Array, text: Uint8Array, point: Uint8Array): boolean {
  try {
    return signature.length === 64 && p256.verify(signature, text, point, { lowS: false });
  } catch {
    return false; // Impossible signature values, or an invalid point.
  }
}

const anonymousFields = new Set(['hash', 'created', 'software', 'version', 'signature', 'publicKey']);

/** A SubjectPublicKeyInfo of an uncompressed P-256 key, up to its point. Source: RFC 5480, 2. */
const spkiHead = Uint8Array.from(atob('MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgA='), (letter) => letter.charCodeAt(0));
