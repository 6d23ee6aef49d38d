import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { fromPem } from './der.ts';

/**
 * SHA-256 of the DER of a PEM's first certificate, 64 lower-case hex digits, as `openssl x509 -fingerprint -sha256` prints it. Null if
 * there is no certificate.
 */
export function fingerprintOf(certificatePem: string): string | null {
  const [certificate] = fromPem('CERTIFICATE', certificatePem);
  return certificate ? bytesToHex(sha256(certificate)) : null;
}

/** Formats a fingerprint like openssl, for people to compare: `AB:CD:…`. */
export function printedFingerprint(fingerprint: string): string {
  return (fingerprint.match(/../g) ?? []).join(':').toUpperCase();
}
