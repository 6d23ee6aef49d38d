import { commonNameIn } from '../records/common-name.ts';
import { childrenOf, derTag, membersOf, readDer, readTime, type DerValue } from '../../kit/bytes/der.ts';
import { readBase64, sameBytes } from '../../kit/bytes/bytes.ts';
import { identifiers, isAlgorithm, isIdentifier } from './identifiers.ts';
import { readSm2Key, verifySm2, type Sm2PublicKey } from './sm2.ts';

/** An X.509 certificate of an SM2 key, signed with SM3withSM2 (profile of GB/T 20518). */
export interface Sm2Certificate {
  readonly der: Uint8Array;
  /** DER of issuer, subject and serial number; signatures identify the certificate by issuer and serial number. */
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly serialNumber: Uint8Array;
  /** Common name of the subject; empty if there is none. */
  readonly commonName: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly key: Sm2PublicKey;
  /** Null if the certificate has no key usage extension. */
  readonly keyUsage: { readonly digitalSignature: boolean; readonly keyCertSign: boolean } | null;
  readonly isAuthority: boolean;
  /** The bytes that the issuer signed, and the signature. */
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
}

/** Null for anything else, including certificates with another key type or algorithm. Source: GB/T 20518-2018, 5.2; RFC 5280, 4.1. */
export function readSm2Certificate(der: Uint8Array): Sm2Certificate | null {
  const [body, algorithm, signature, ...others] = membersOf(readDer(der), derTag.sequence) ?? [];
  const [version, serial, inner, issuer, validity, subject, keyInfo, ...rest] = membersOf(body, derTag.sequence) ?? [];
  if (!body || !algorithm || !signature || others.length > 0 || !serial || !inner || !issuer || !subject) return null;
  if (version?.tag !== derTag.context(0) || serial.tag !== derTag.integer || !isAlgorithm(algorithm, identifiers.sm3WithSm2)) return null;
  if (!sameBytes(algorithm.bytes, inner.bytes)) return null;
  const [from, until] = (membersOf(validity, derTag.sequence) ?? []).map(readTime);
  const key = readKeyInfo(keyInfo);
  const bits = bitString(signature);
  const extensions = readExtensions(rest.find(({ tag }) => tag === derTag.context(3)));
  if (!from || !until || !key || !bits || !extensions) return null;
  return {
    der,
    issuer: issuer.bytes,
    subject: subject.bytes,
    serialNumber: serial.bytes,
    commonName: commonNameIn(subject),
    notBefore: from,
    notAfter: until,
    key,
    keyUsage: keyUsageOf(extensions),
    isAuthority: isAuthority(extensions),
    signed: body.bytes,
    signature: bits,
  };
}

/** Parses the certificates of a PEM, in its order; null if there is none, or if one is not an SM2 certificate. */
export function readSm2Chain(pem: string): readonly Sm2Certificate[] | null {
  const blocks = [...pem.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g)];
  const read = blocks.map(([, base64 = '']) => {
    const der = readBase64(base64.replaceAll(/\s/g, ''));
    return der && readSm2Certificate(der);
  });
  const chain = read.filter((certificate) => certificate !== null);
  return chain.length === 0 || chain.length < read.length ? null : chain;
}

export function isIssuedBy(certificate: Sm2Certificate, issuer: Sm2Certificate): boolean {
  return sameBytes(certificate.issuer, issuer.subject) && verifySm2(issuer.key, certificate.signed, certificate.signature);
}

export function isSelfSigned(certificate: Sm2Certificate): boolean {
  return isIssuedBy(certificate, certificate);
}

/**
 * Why a chain, starting with the signer, is invalid. Null if each certificate is signed by the next, and each issuer may sign certificates.
 */
export function chainFault(chain: readonly Sm2Certificate[]): 'not-signed-by-next' | 'not-an-authority' | null {
  for (const [at, certificate] of chain.entries()) {
    const next = chain[at + 1];
    if (!next) {
      // A last certificate that claims to be self-signed must be; any other leads to a root that is not included.
      const isRoot = sameBytes(certificate.issuer, certificate.subject);
      return isRoot && !isSelfSigned(certificate) ? 'not-signed-by-next' : null;
    }
    if (!isIssuedBy(certificate, next)) return 'not-signed-by-next';
    if (!next.isAuthority || next.keyUsage?.keyCertSign === false) return 'not-an-authority';
  }
  return null;
}

function readKeyInfo(value: DerValue | undefined): Sm2PublicKey | null {
  const [algorithm, bits, ...others] = membersOf(value, derTag.sequence) ?? [];
  const [type, curve] = membersOf(algorithm, derTag.sequence) ?? [];
  if (others.length > 0 || !isIdentifier(type, identifiers.ecKey) || !isIdentifier(curve, identifiers.sm2Curve)) return null;
  const point = bits && bitString(bits);
  return point ? readSm2Key(point) : null;
}

/** Content of a BIT STRING without unused bits. */
function bitString({ tag, content }: DerValue): Uint8Array | null {
  return tag === 0x03 && content[0] === 0 ? content.subarray(1) : null;
}

/** Extension values by the bytes of their identifiers, in decimal and joined by dots. Null if they cannot be parsed or one is repeated. */
function readExtensions(value: DerValue | undefined): ReadonlyMap<string, Uint8Array> | null {
  const list = value ? (membersOf(childrenOf(value)?.[0], derTag.sequence) ?? null) : [];
  if (!list) return null;
  const extensions = new Map<string, Uint8Array>();
  for (const one of list) {
    const parts = membersOf(one, derTag.sequence);
    const [identifier, octets] = [parts?.[0], parts?.at(-1)];
    if (identifier?.tag !== derTag.objectId || octets?.tag !== derTag.octets) return null;
    const name = identifier.content.join('.');
    if (extensions.has(name)) return null;
    extensions.set(name, octets.content);
  }
  return extensions;
}

/** keyUsage, 2.5.29.15 */
function keyUsageOf(extensions: ReadonlyMap<string, Uint8Array>): Sm2Certificate['keyUsage'] {
  const bits = readDer(extensions.get('85.29.15') ?? new Uint8Array(0));
  if (bits?.tag !== 0x03) return null;
  const first = bits.content[1] ?? 0;
  return { digitalSignature: (first & 0x80) !== 0, keyCertSign: (first & 0x04) !== 0 };
}

/** basicConstraints, 2.5.29.19 */
function isAuthority(extensions: ReadonlyMap<string, Uint8Array>): boolean {
  const [flag] = membersOf(readDer(extensions.get('85.29.19') ?? new Uint8Array(0)), derTag.sequence) ?? [];
  return flag?.tag === 0x01 && flag.content[0] === 0xff;
}
