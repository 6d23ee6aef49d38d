import * as asn1 from 'asn1js';
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { Certificate, ContentInfo, getCrypto, IssuerAndSerialNumber, SignedData, type SignerInfo } from 'pkijs';
import { readSm2Certificate } from '../guomi/sm2-certificate.ts';
import { verifySm2 } from '../guomi/sm2.ts';
import { sm3 } from '../guomi/sm3.ts';
import { childrenOf, rawBytes, readDer } from './der.ts';
import { sameBytes } from '../../kit/bytes/bytes.ts';
import { SignatureError } from './signature-error.ts';

/** A certificate with the original bytes it was parsed from. Hashes and PEM must use these, never a new encoding. */
export interface ParsedCertificate {
  readonly der: Uint8Array<ArrayBuffer>;
  readonly parsed: Certificate;
}

export interface SignedMessage {
  readonly signedData: SignedData;
  /** The certificates that the message carries, in its order. */
  readonly certificates: readonly ParsedCertificate[];
}

/** Parses a CMS SignedData with its ContentInfo. @throws SignatureError, or Error for invalid DER. Source: RFC 5652, 3 and 5.1. */
export function readSignedMessage(der: Uint8Array): SignedMessage {
  const value = readDer(der);
  const contentInfo = new ContentInfo({ schema: value });
  if (contentInfo.contentType !== oid.signedData)
    throw new SignatureError('not-signed-data', `not SignedData but ${contentInfo.contentType}`);
  const inner = childrenOf(childrenOf(value)[1])[0];
  // certificates [0] IMPLICIT CertificateSet is the only value with this tag in SignedData.
  const held = childrenOf(inner).find(({ idBlock }) => idBlock.tagClass === 3 && idBlock.tagNumber === 0);
  const certificates = (held ? childrenOf(held) : [])
    .filter((item) => item instanceof asn1.Sequence)
    .map((item) => parseCertificate(rawBytes(item)));
  return { signedData: new SignedData({ schema: contentInfo.content }), certificates };
}

/** @throws Error if the bytes are not a certificate. */
export function parseCertificate(der: Uint8Array<ArrayBuffer>): ParsedCertificate {
  return { der, parsed: new Certificate({ schema: readDer(der) }) };
}

/**
 * Checks the single signature of `message` over `content`: the digest, the certificate named in the signed attributes, and the signature
 * itself. It does not check whether the certificate is trusted; the caller must. @throws SignatureError. Source: RFC 5652, 5.4 and 5.6; RFC
 * 5035, 5.4.
 */
export async function verifySigner({ signedData, certificates }: SignedMessage, content: Uint8Array): Promise<ParsedCertificate> {
  const [signer, ...others] = signedData.signerInfos;
  if (!signer || others.length > 0) throw new SignatureError('not-one-signature', 'exactly one signature is expected');
  const certificate = certificates.find(({ parsed }) => isNamedBy(signer, parsed));
  if (!certificate) throw new SignatureError('no-certificate', 'the certificate of the signer is missing');

  const digest = digestOf(signer.digestAlgorithm.algorithmId, content);
  const stated = attributeOf(signer, oid.messageDigest);
  if (!(stated instanceof asn1.OctetString) || !sameBytes(new Uint8Array(stated.getValue()), digest))
    throw new SignatureError('other-content', 'the digest is of other content');
  checkSigningCertificate(signer, certificate);

  const attributes = signer.signedAttrs?.encodedValue;
  if (!attributes) throw new SignatureError('unsigned-attributes', 'the signed attributes are missing');
  const hash = hashNames[signer.digestAlgorithm.algorithmId];
  if (hash === 'SM3') {
    if (!isSignedBySm2(signer, certificate, new Uint8Array(attributes)))
      throw new SignatureError('wrong-signature', 'the signature does not fit the certificate');
    return certificate;
  }
  const isGood = await getCrypto(true).verifyWithPublicKey(
    attributes,
    signer.signature,
    certificate.parsed.subjectPublicKeyInfo,
    signer.signatureAlgorithm,
    hash,
  );
  if (!isGood) throw new SignatureError('wrong-signature', 'the signature does not fit the certificate');
  return certificate;
}

/** Node and pkijs do not support SM2. */
function isSignedBySm2(signer: SignerInfo, { der }: ParsedCertificate, attributes: Uint8Array): boolean {
  const certificate = readSm2Certificate(der);
  const isSm2 = signer.signatureAlgorithm.algorithmId === oid.sm3WithSm2 || signer.signatureAlgorithm.algorithmId === oid.sm2Sign;
  return certificate !== null && isSm2 && verifySm2(certificate.key, attributes, new Uint8Array(signer.signature.getValue()));
}

function isNamedBy(signer: SignerInfo, certificate: Certificate): boolean {
  if (!(signer.sid instanceof IssuerAndSerialNumber)) return false;
  return signer.sid.issuer.isEqual(certificate.issuer) && signer.sid.serialNumber.isEqual(certificate.serialNumber);
}

/** Checks that the certificate is the one the signer named. Otherwise another certificate of the same key could be substituted. */
function checkSigningCertificate(signer: SignerInfo, certificate: ParsedCertificate): void {
  const named = attributeOf(signer, oid.signingCertificateV2) ?? attributeOf(signer, oid.signingCertificate);
  if (!named) throw new SignatureError('other-certificate', 'the signed part names no certificate');
  const isFirstVersion = attributeOf(signer, oid.signingCertificateV2) === undefined;
  const first = childrenOf(childrenOf(childrenOf(named)[0])[0]);
  const algorithm = first[0] instanceof asn1.Sequence ? childrenOf(first[0])[0] : undefined;
  const hash = first.find((item) => item instanceof asn1.OctetString);
  const algorithmId = algorithm instanceof asn1.ObjectIdentifier ? algorithm.getValue() : isFirstVersion ? oid.sha1 : oid.sha256;
  if (!hash || !sameBytes(new Uint8Array(hash.getValue()), digestOf(algorithmId, certificate.der))) {
    throw new SignatureError('other-certificate', 'the signed part names another certificate');
  }
}

function attributeOf(signer: SignerInfo, type: string): asn1.AsnType | undefined {
  const found = signer.signedAttrs?.attributes.filter((attribute) => attribute.type === type) ?? [];
  if (found.length > 1) throw new SignatureError('repeated-attribute', `the attribute ${type} stands twice`);
  const value: unknown = found[0]?.values[0];
  return value instanceof asn1.BaseBlock ? value : undefined;
}

function digestOf(algorithmId: string, bytes: Uint8Array): Uint8Array {
  const hash = hashes[hashNames[algorithmId] ?? ''];
  if (!hash) throw new SignatureError('unknown-hash', `the hash algorithm ${algorithmId} is not known`);
  return hash(bytes);
}

export const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  timestampInfo: '1.2.840.113549.1.9.16.1.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signatureTimestamp: '1.2.840.113549.1.9.16.2.14',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  extendedKeyUsage: '2.5.29.37',
  timestamping: '1.3.6.1.5.5.7.3.8',
  rsaKey: '1.2.840.113549.1.1.1',
  rsaWithSha256: '1.2.840.113549.1.1.11',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  sm3: '1.2.156.10197.1.401',
  sm3WithSm2: '1.2.156.10197.1.501',
  sm2Sign: '1.2.156.10197.1.301.1',
} as const;

const hashNames: Record<string, string> = {
  [oid.sha1]: 'SHA-1',
  [oid.sha256]: 'SHA-256',
  [oid.sha384]: 'SHA-384',
  [oid.sha512]: 'SHA-512',
  [oid.sm3]: 'SM3',
};

const hashes: Record<string, (bytes: Uint8Array) => Uint8Array> = {
  'SHA-1': sha1,
  'SHA-256': sha256,
  'SHA-384': sha384,
  'SHA-512': sha512,
  SM3: sm3,
};
