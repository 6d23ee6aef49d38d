import { childrenOf, derTag, membersOf, readDer, readTime, writeDer, type DerValue } from '../../kit/bytes/der.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { sameBytes } from '../../kit/bytes/bytes.ts';
import { fail, pass, type Result } from '../../kit/bytes/result.ts';
import { contentTypes, identifiers, isAlgorithm, isIdentifier, type SignatureForm } from './identifiers.ts';
import { readSm2Certificate, type Sm2Certificate } from './sm2-certificate.ts';
import { verifySm2, verifySm2Digest } from './sm2.ts';
import { sm3 } from './sm3.ts';

/**
 * `malformed`: not the DER of a signature; `not-one-signature`: none, or several; `no-certificate`: the signer's is missing or not an SM2
 * certificate; `other-algorithm`: not SM3 and SM2; `other-content`: the signature covers other bytes; `other-certificate`: the signed
 * attributes name another certificate; `wrong-signature`: the key did not make it.
 */
export type CmsFault =
  | 'malformed'
  | 'not-one-signature'
  | 'no-certificate'
  | 'other-algorithm'
  | 'other-content'
  | 'other-certificate'
  | 'wrong-signature';

export interface Sm2Message {
  readonly form: SignatureForm;
  /** The certificates that the message carries, in its order. */
  readonly certificates: readonly Sm2Certificate[];
  readonly signer: Sm2Certificate;
  /** DER of the attributes as a SET, which the signature covers; null if the signature covers the content itself. */
  readonly attributes: Uint8Array | null;
  readonly signature: Uint8Array;
  /** Signing time in the signed attributes; null if absent. */
  readonly signedAt: Date | null;
}

/** Hashes of the content of a signature, for both ways of signing it. */
export interface SignedContent {
  /** SM3 of the content. */
  readonly sm3: Uint8Array;
  /** SM3 of a key's prefix followed by the content. */
  withPrefix(prefix: Uint8Array): Uint8Array;
}

export function contentOf(bytes: Uint8Array): SignedContent {
  return { sm3: sm3(bytes), withPrefix: (prefix) => sm3(prefix, bytes) };
}

/**
 * Checks a detached signature of one signer. It does not check whether the signer is trusted; the caller must.
 * Source: RFC 5652, 5; GB/T 35275-2017, 8.
 */
export function verifySm2Cms(der: Uint8Array, content: SignedContent): Result<Sm2Message, CmsFault> {
  const read = readMessage(der);
  if (!read.ok) return read;
  const { signer, attributes, signature } = read.value;
  if (attributes === null) {
    const isGood = verifySm2Digest(signer.key, content.withPrefix(signer.key.prefix), signature);
    return isGood ? read : fail('wrong-signature');
  }
  const said = attributesOf(attributes);
  if (!said) return fail('malformed');
  const [type, digest] = [said.get('contentType'), said.get('messageDigest')];
  if (!isIdentifier(type, contentTypes[read.value.form].data)) return fail('other-content');
  if (digest?.tag !== derTag.octets || !sameBytes(digest.content, content.sm3)) return fail('other-content');
  const named = said.get('signingCertificateV2');
  if (named && !isNamed(named, signer)) return fail('other-certificate');
  if (!verifySm2(signer.key, attributes, signature)) return fail('wrong-signature');
  return pass({ ...read.value, signedAt: readTime(said.get('signingTime')) });
}

function readMessage(der: Uint8Array): Result<Sm2Message, CmsFault> {
  const [type, wrapped, ...outside] = membersOf(readDer(der), derTag.sequence) ?? [];
  const form = (['rfc5652', 'gbt35275'] as const).find((name) => isIdentifier(type, contentTypes[name].signedData));
  const fields = membersOf(membersOf(wrapped, derTag.context(0))?.[0], derTag.sequence);
  if (!form || outside.length > 0 || !fields) return fail('malformed');
  const [version, , inner] = fields;
  const [innerType] = membersOf(inner, derTag.sequence) ?? [];
  if (version?.tag !== derTag.integer || !isIdentifier(innerType, contentTypes[form].data)) return fail('malformed');
  const held = childrenOf(fields.find(({ tag }) => tag === derTag.context(0))) ?? [];
  const certificates = held.map(({ bytes }) => readSm2Certificate(bytes)).filter((certificate) => certificate !== null);
  const signers = membersOf(fields.at(-1), derTag.set) ?? [];
  const [parts] = signers.map((signer) => membersOf(signer, derTag.sequence));
  if (signers.length !== 1 || !parts) return fail('not-one-signature');
  const hasAttributes = parts[3]?.tag === derTag.context(0);
  const [, named, digestAlgorithm] = parts;
  const [algorithm, signature] = parts.slice(hasAttributes ? 4 : 3);
  if (!isAlgorithm(digestAlgorithm, identifiers.sm3)) return fail('other-algorithm');
  if (!isAlgorithm(algorithm, identifiers.sm3WithSm2, identifiers.sm2Sign)) return fail('other-algorithm');
  if (signature?.tag !== derTag.octets) return fail('malformed');
  const signer = certificates.find((certificate) => isMeant(named, certificate));
  if (!signer) return fail('no-certificate');
  return pass({
    form,
    certificates,
    signer,
    attributes: hasAttributes && parts[3] ? writeDer(derTag.set, parts[3].content) : null,
    signature: signature.content,
    signedAt: null,
  });
}

/** Compares issuer and serial number. */
function isMeant(named: DerValue | undefined, { issuer, serialNumber }: Sm2Certificate): boolean {
  const [by, serial] = membersOf(named, derTag.sequence) ?? [];
  return by !== undefined && serial !== undefined && sameBytes(by.bytes, issuer) && sameBytes(serial.bytes, serialNumber);
}

type AttributeName = (typeof attributeNames)[number];
const attributeNames = ['contentType', 'messageDigest', 'signingTime', 'signingCertificateV2'] as const;

/** The single value of each attribute; null if an attribute is repeated or has several values. */
function attributesOf(set: Uint8Array): ReadonlyMap<AttributeName, DerValue> | null {
  const found = new Map<AttributeName, DerValue>();
  for (const attribute of membersOf(readDer(set), derTag.set) ?? []) {
    const [type, values] = membersOf(attribute, derTag.sequence) ?? [];
    const name = attributeNames.find((one) => isIdentifier(type, identifiers[one]));
    const [value, ...others] = membersOf(values, derTag.set) ?? [];
    if (name === undefined) continue;
    if (!value || others.length > 0 || found.has(name)) return null;
    found.set(name, value);
  }
  return found;
}

/** Whether the first certificate that the attribute names is the signer's. Source: RFC 5035, 3. */
function isNamed(value: DerValue, { der }: Sm2Certificate): boolean {
  const first = membersOf(membersOf(membersOf(value, derTag.sequence)?.[0], derTag.sequence)?.[0], derTag.sequence) ?? [];
  const hash = first.find(({ tag }) => tag === derTag.octets);
  const isSm3 = isAlgorithm(first[0], identifiers.sm3);
  if (!isSm3 && first[0] !== hash) return false;
  return hash !== undefined && sameBytes(hash.content, isSm3 ? sm3(der) : sha256(der));
}
