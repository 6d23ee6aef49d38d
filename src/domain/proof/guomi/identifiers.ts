import { hexToBytes } from '@noble/hashes/utils.js';
import { sameBytes } from '../../kit/bytes/bytes.ts';
import { derTag, membersOf, writeDer, type DerValue } from '../../kit/bytes/der.ts';

/** DER contents of object identifiers. */
export const identifiers = {
  /** 1.2.156.10197.1.401 */
  sm3: hexToBytes('2a811ccf55018311'),
  /** 1.2.156.10197.1.501 */
  sm3WithSm2: hexToBytes('2a811ccf55018375'),
  /** 1.2.156.10197.1.301.1: SM2 signature algorithm as named by GB/T 35275. */
  sm2Sign: hexToBytes('2a811ccf5501822d01'),
  /** 1.2.156.10197.1.301: the SM2 curve. */
  sm2Curve: hexToBytes('2a811ccf5501822d'),
  /** 1.2.840.10045.2.1 */
  ecKey: hexToBytes('2a8648ce3d0201'),
  /** 2.16.840.1.101.3.4.2.1 */
  sha256: hexToBytes('608648016503040201'),
  /** 1.2.840.113549.1.9.3, .4, .5 and .16.2.47 */
  contentType: hexToBytes('2a864886f70d010903'),
  messageDigest: hexToBytes('2a864886f70d010904'),
  signingTime: hexToBytes('2a864886f70d010905'),
  signingCertificateV2: hexToBytes('2a864886f70d010910022f'),
} as const;

/** Content types of a signature: of RFC 5652 (1.2.840.113549.1.7) and of GB/T 35275 (1.2.156.10197.6.1.4.2). */
export const contentTypes = {
  rfc5652: { signedData: hexToBytes('2a864886f70d010702'), data: hexToBytes('2a864886f70d010701') },
  gbt35275: { signedData: hexToBytes('2a811ccf550601040202'), data: hexToBytes('2a811ccf550601040201') },
} as const;
export type SignatureForm = keyof typeof contentTypes;

export function isIdentifier(value: DerValue | null | undefined, content: Uint8Array): boolean {
  return value?.tag === derTag.objectId && sameBytes(value.content, content);
}

/** Whether an AlgorithmIdentifier names one of these, with absent or NULL parameters. */
export function isAlgorithm(value: DerValue | null | undefined, ...wanted: readonly Uint8Array[]): boolean {
  const [identifier, parameters, ...others] = membersOf(value, derTag.sequence) ?? [];
  if (others.length > 0 || (parameters && (parameters.tag !== 0x05 || parameters.content.length > 0))) return false;
  return wanted.some((content) => isIdentifier(identifier, content));
}

export function writeIdentifier(content: Uint8Array): Uint8Array {
  return writeDer(derTag.objectId, content);
}

/** Encodes an AlgorithmIdentifier without parameters. Source: GB/T 33560; RFC 8998 encodes SM3withSM2 in the same way. */
export function writeAlgorithm(content: Uint8Array): Uint8Array {
  return writeDer(derTag.sequence, writeIdentifier(content));
}
