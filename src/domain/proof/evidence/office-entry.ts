import { canonicalJson } from './canonical-json.ts';

/**
 * The log entry that names a certificate of the office. Its proof tells anyone who trusts the log's key which certificate is the office's.
 * A verifier rebuilds these bytes from the certificate. @param sha256 of the certificate's DER, 64 lower-case hex digits.
 * @throws RangeError for any other text.
 */
export function encodeOfficeEntry(sha256: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError('a SHA-256 has 64 lower-case hex digits');
  return canonicalJson({ type: 'office-certificate', version: 1, sha256 });
}

/**
 * The log entry that names a key for signing web archives, like `encodeOfficeEntry`. @param sha256 of the key's SubjectPublicKeyInfo, 64
 * lower-case hex digits. @throws RangeError for any other text.
 */
export function encodeArchiveKeyEntry(sha256: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError('a SHA-256 has 64 lower-case hex digits');
  return canonicalJson({ type: 'archive-key', version: 1, sha256 });
}
