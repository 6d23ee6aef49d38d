import { canonicalJson } from '../evidence/canonical-json.ts';

/**
 * The log entry that names an SM2 certificate of the office. Its proof tells anyone who trusts the log's key that the second track belongs
 * to the office too. @param sha256 of the certificate's DER, 64 lower-case hex digits. @throws RangeError for any other text.
 */
export function encodeSm2Entry(sha256: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError('a SHA-256 has 64 lower-case hex digits');
  return canonicalJson({ type: 'office-sm2-certificate', version: 1, sha256 });
}
