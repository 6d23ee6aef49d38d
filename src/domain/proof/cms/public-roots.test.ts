import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { expect, it } from 'vitest';
import { fingerprintOf } from './certificate-fingerprint.ts';
import { isPublicRoot } from './public-roots.ts';

it('knows the roots that Node ships, but for those that came or went since', () => {
  const isKnown = rootCertificates.map((pem) => isPublicRoot(fingerprintOf(pem) ?? ''));
  expect(isKnown.filter(Boolean).length).toBeGreaterThan(0.8 * rootCertificates.length);
});

it('knows roots of authorities that issue timestamps, by the fingerprint that openssl prints', () => {
  const isSigner = ({ subject }: X509Certificate): boolean => /CN=DigiCert (?:Assured ID Root G2|Trusted Root G4)$/m.test(subject);
  const found = rootCertificates.map((pem) => new X509Certificate(pem)).filter(isSigner);
  expect(found.map(({ fingerprint256 }) => isPublicRoot(fingerprint256.replaceAll(':', '').toLowerCase()))).toEqual([true, true]);
});

it('knows no other', () => {
  expect([isPublicRoot(''), isPublicRoot('0'.repeat(64))]).toEqual([false, false]);
});
