import { integerHex, sameBytes } from '../../kit/bytes/bytes.ts';
import { commonNameIn } from './common-name.ts';
import { childrenOf, derTag, membersOf, readDer, readTime, type DerValue } from '../../kit/bytes/der.ts';
import { readAlgorithm, type DigestAlgorithm } from './digest-algorithms.ts';

/** The contents of an RFC 3161 token. Its signature is checked elsewhere. */
export interface TokenFacts {
  readonly imprintAlgorithm: DigestAlgorithm;
  /** The hash that the token covers. */
  readonly imprint: Uint8Array;
  readonly genTime: Date;
  /** Hexadecimal, lower case. */
  readonly serial: string;
  /** The digest algorithm of the token's signature; null if it is unknown. */
  readonly signedWith: DigestAlgorithm | null;
  /** The certificate that signed; null if the token does not carry it. */
  readonly signer: CertificateFacts | null;
}

export interface CertificateFacts {
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Common name of the subject; empty if there is none. */
  readonly commonName: string;
}

/**
 * Reads the parts of a token that a record needs; null for bytes that are not a token or not DER. Source: RFC 3161, 2.4.2; RFC 5652, 5.1.
 */
export function readToken(bytes: Uint8Array): TokenFacts | null {
  const [type, wrapped] = membersOf(readDer(bytes), derTag.sequence) ?? [];
  if (type?.tag !== derTag.objectId || !sameBytes(type.content, signedData)) return null;
  const signed = membersOf(membersOf(wrapped, derTag.context(0))?.[0], derTag.sequence);
  const [contentType, content] = membersOf(signed?.[2], derTag.sequence) ?? [];
  if (!signed || contentType?.tag !== derTag.objectId || !sameBytes(contentType.content, timestampInfo)) return null;
  const octets = membersOf(content, derTag.context(0))?.[0];
  if (octets?.tag !== derTag.octets) return null;
  const [, , messageImprint, serial, genTime] = membersOf(readDer(octets.content), derTag.sequence) ?? [];
  const [algorithm, imprint] = membersOf(messageImprint, derTag.sequence) ?? [];
  const [imprintAlgorithm, at] = [readAlgorithm(algorithm), readTime(genTime)];
  if (imprintAlgorithm === null || imprint?.tag !== derTag.octets || !at || serial?.tag !== derTag.integer) return null;
  return {
    imprintAlgorithm,
    imprint: imprint.content,
    genTime: at,
    serial: integerHex(serial.content),
    signedWith: readAlgorithm(signerInfoOf(signed)?.[2]),
    signer: readSigner(signed),
  };
}

/** The fields of the first SignerInfo. A timestamp token has exactly one. */
function signerInfoOf(signed: readonly DerValue[]): readonly DerValue[] | null {
  const [signerInfo] = membersOf(signed.at(-1), derTag.set) ?? [];
  return membersOf(signerInfo, derTag.sequence);
}

/** The certificate that the SignerInfo names. */
function readSigner(signed: readonly DerValue[]): CertificateFacts | null {
  const [issuer, serial] = membersOf(signerInfoOf(signed)?.[1], derTag.sequence) ?? [];
  const certificates = signed.find(({ tag }) => tag === derTag.context(0));
  if (!issuer || !serial) return null;
  for (const certificate of childrenOf(certificates) ?? []) {
    const fields = membersOf(membersOf(certificate, derTag.sequence)?.[0], derTag.sequence) ?? [];
    const [number, , by, validity, subject] = fields[0]?.tag === derTag.context(0) ? fields.slice(1) : fields;
    if (!number || !by || !sameBytes(number.bytes, serial.bytes) || !sameBytes(by.bytes, issuer.bytes)) continue;
    const [from, until] = membersOf(validity, derTag.sequence) ?? [];
    const [startsAt, endsAt] = [readTime(from), readTime(until)];
    return startsAt && endsAt ? { startsAt, endsAt, commonName: commonNameIn(subject) } : null;
  }
  return null;
}

/** Object identifiers 1.2.840.113549.1.7.2 and 1.2.840.113549.1.9.16.1.4. */
const signedData = Uint8Array.of(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02);
const timestampInfo = Uint8Array.of(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x01, 0x04);
