import { canonicalJson } from './canonical-json.ts';

/**
 * The log's entry that names a certificate of the office. Whoever trusts the log's key learns from its proof whose signature counts. A
 * verifier makes these bytes anew from the certificate that it was given. @param sha256 of the certificate's DER, 64 lower-case hex digits.
 * @throws RangeError over another text.
 */
export function encodeOfficeEntry(sha256: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError('a SHA-256 has 64 lower-case hex digits');
  return canonicalJson({ type: 'office-certificate', version: 1, sha256 });
}

/**
 * The log's entry that names a key which signs web archives, as `encodeOfficeEntry` a certificate. @param sha256 of the key's
 * SubjectPublicKeyInfo, 64 lower-case hex digits. @throws RangeError over another text.
 */
export function encodeArchiveKeyEntry(sha256: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError('a SHA-256 has 64 lower-case hex digits');
  return canonicalJson({ type: 'archive-key', version: 1, sha256 });
}
