import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { sameBytes } from '../../kit/bytes/bytes.ts';
import { derTag, membersOf, writeDer, type DerValue } from '../../kit/bytes/der.ts';

/** Hash algorithms that a record may use. Any other algorithm is refused, whatever the record states. */
export const digestAlgorithms = ['sha256', 'sha384', 'sha512'] as const;
export type DigestAlgorithm = (typeof digestAlgorithms)[number];

/** Hashes all bytes at once. */
export type HashFunction = (bytes: Uint8Array) => Uint8Array;

export const hashWith: Readonly<Record<DigestAlgorithm, HashFunction>> = { sha256, sha384, sha512 };
export const digestBytes: Readonly<Record<DigestAlgorithm, number>> = { sha256: 32, sha384: 48, sha512: 64 };
export const algorithmNames: Readonly<Record<DigestAlgorithm, string>> = { sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' };

/** The date from which an algorithm is no longer reliable. An algorithm that is not listed counts as reliable. */
export type WeakSince = Readonly<Partial<Record<DigestAlgorithm, Date>>>;

/** Contents of the object identifiers 2.16.840.1.101.3.4.2.n. */
const identifiers: Readonly<Record<DigestAlgorithm, Uint8Array>> = {
  sha256: Uint8Array.of(0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01),
  sha384: Uint8Array.of(0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x02),
  sha512: Uint8Array.of(0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03),
};

/** Encodes an AlgorithmIdentifier without parameters (RFC 5754, section 2). Pass another `tag` for an implicitly tagged field. */
export function writeAlgorithm(algorithm: DigestAlgorithm, tag: number = derTag.sequence): Uint8Array {
  return writeDer(tag, writeDer(derTag.objectId, identifiers[algorithm]));
}

/** Null for an unknown algorithm, and for parameters other than absent or NULL. */
export function readAlgorithm(value: DerValue | null | undefined, tag: number = derTag.sequence): DigestAlgorithm | null {
  const [identifier, parameters, ...others] = membersOf(value, tag) ?? [];
  if (identifier?.tag !== derTag.objectId || others.length > 0) return null;
  if (parameters && (parameters.tag !== 0x05 || parameters.content.length > 0)) return null;
  return digestAlgorithms.find((algorithm) => sameBytes(identifiers[algorithm], identifier.content)) ?? null;
}
