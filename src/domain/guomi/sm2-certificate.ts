import { childrenOf, derTag, membersOf, readDer, readTime, type DerValue } from '../records/der.ts';
import { readBase64, sameBytes } from '../tlog/bytes.ts';
import { identifiers, isAlgorithm, isIdentifier } from './identifiers.ts';
import { readSm2Key, verifySm2, type Sm2PublicKey } from './sm2.ts';

/** An X.509 certificate of an SM2 key, signed by SM3withSM2 (profile of GB/T 20518). */
export interface Sm2Certificate {
  readonly der: Uint8Array;
  /** Issuer, subject and serial number as DER: what signatures name it by. */
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly serialNumber: Uint8Array;
  /** Of its subject; empty without one. */
  readonly commonName: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly key: Sm2PublicKey;
  /** What it allows; null where it has no such extension. */
  readonly keyUsage: { readonly digitalSignature: boolean; readonly keyCertSign: boolean } | null;
  readonly isAuthority: boolean;
  /** What its issuer signed, and the signature. */
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
}

/** Null for what is not one, another key or another algorithm included. Source: GB/T 20518-2018, 5.2; RFC 5280, 4.1. */
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
    commonName: commonNameOf(subject),
    notBefore: from,
    notAfter: until,
    key,
    keyUsage: keyUsageOf(extensions),
    isAuthority: isAuthority(extensions),
    signed: body.bytes,
    signature: bits,
  };
}

/** Those of a PEM, in its order; null where one of them is not of SM2, or there is none. */
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

/** Why a chain does not hold, from the one that signs up; null where each is signed by the next one, which may sign certificates. */
export function chainFault(chain: readonly Sm2Certificate[]): 'not-signed-by-next' | 'not-an-authority' | null {
  for (const [at, certificate] of chain.entries()) {
    const next = chain[at + 1];
    if (!next) {
      // A last one that signs itself is held to its word; another one leads to a root that is not here.
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

/** Of whole octets. */
function bitString({ tag, content }: DerValue): Uint8Array | null {
  return tag === 0x03 && content[0] === 0 ? content.subarray(1) : null;
}

/** Values of extensions by the hexadecimal spelling of their identifiers; null where they cannot be read, or one stands twice. */
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

/** 2.5.29.15 */
function keyUsageOf(extensions: ReadonlyMap<string, Uint8Array>): Sm2Certificate['keyUsage'] {
  const bits = readDer(extensions.get('85.29.15') ?? new Uint8Array(0));
  if (bits?.tag !== 0x03) return null;
  const first = bits.content[1] ?? 0;
  return { digitalSignature: (first & 0x80) !== 0, keyCertSign: (first & 0x04) !== 0 };
}

/** 2.5.29.19 */
function isAuthority(extensions: ReadonlyMap<string, Uint8Array>): boolean {
  const [flag] = membersOf(readDer(extensions.get('85.29.19') ?? new Uint8Array(0)), derTag.sequence) ?? [];
  return flag?.tag === 0x01 && flag.content[0] === 0xff;
}

function commonNameOf(subject: DerValue): string {
  const pairs = (childrenOf(subject) ?? []).flatMap((set) => childrenOf(set) ?? []).map((pair) => childrenOf(pair) ?? []);
  const [, value] = pairs.find(([type]) => type?.content.join('.') === '85.4.3') ?? [];
  return value ? new TextDecoder().decode(value.content.subarray(0, 200)) : '';
}
