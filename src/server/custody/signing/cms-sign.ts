import * as asn1 from 'asn1js';
import { createHash, createPrivateKey, type webcrypto } from 'node:crypto';
import {
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import { parseCertificate, oid } from '../../../domain/proof/cms/cms.ts';
import { fromPem, readDer } from '../../../domain/proof/cms/der.ts';
import { encodeInFrame } from '../../../domain/proof/cms/signature-frame.ts';
import type { OfficeIdentity } from '../cms/office-certificate.ts';
import { tokenOf } from '../../../domain/proof/cms/timestamp-reply.ts';
import type { Timestamp } from '../../../domain/proof/cms/verify-timestamp.ts';

/**
 * A detached CMS signature (DER) over the content whose SHA-256 is `digest`. Its signed attributes name the certificate but no time, which
 * PAdES puts in the PDF. Source: RFC 5652, 5; ETSI EN 319 142-1, 6.3.
 */
export async function signDigest(digest: Uint8Array, office: OfficeIdentity): Promise<Uint8Array<ArrayBuffer>> {
  const [certificate, ...chain] = fromPem('CERTIFICATE', office.certificatePem).map(parseCertificate);
  if (!certificate) throw new Error('the office certificate is not PEM');
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: certificate.parsed.issuer, serialNumber: certificate.parsed.serialNumber }),
    signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes: signedAttributes(digest, certificate.der) }),
  });
  const signedData = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.data }),
    signerInfos: [signer],
    certificates: [certificate, ...chain].map(({ parsed }): Certificate => parsed),
  });
  await signedData.sign(await importKey(office.keyPem), 0, 'SHA-256');
  return encodeInFrame(signedData, certificate.parsed);
}

/**
 * Adds a token over the signature to a CMS of `signDigest`, which shows that the signature existed before the token's time.
 * Source: RFC 3161, appendix A.
 */
export async function stampSignature(
  cms: Uint8Array,
  timestamp: (sha256: Uint8Array) => Promise<Timestamp>,
): Promise<Uint8Array<ArrayBuffer>> {
  const signedData = new SignedData({ schema: new ContentInfo({ schema: readDer(cms) }).content });
  const [signer] = signedData.signerInfos;
  const [certificate] = signedData.certificates ?? [];
  if (!signer || !(certificate instanceof Certificate)) throw new Error('not a signature of ours');
  const signature = new Uint8Array(signer.signature.getValue());
  const { der } = await timestamp(createHash('sha256').update(signature).digest());
  const token = new Attribute({ type: oid.signatureTimestamp, values: [readDer(tokenOf(der))] });
  signer.unsignedAttrs = new SignedAndUnsignedAttributes({ type: 1, attributes: [token] });
  return encodeInFrame(signedData, certificate);
}

/** Sorted as DER requires for a SET OF, because the encoding is what is signed. */
function signedAttributes(digest: Uint8Array, certificate: Uint8Array): Attribute[] {
  const hash = new asn1.OctetString({ valueHex: Uint8Array.from(createHash('sha256').update(certificate).digest()) });
  // ESSCertIDv2 with its default algorithm, SHA-256, which DER omits. Source: RFC 5035, 4.
  const signingCertificate = sequence(sequence(sequence(hash)));
  const attributes = [
    new Attribute({ type: oid.contentType, values: [new asn1.ObjectIdentifier({ value: oid.data })] }),
    new Attribute({ type: oid.messageDigest, values: [new asn1.OctetString({ valueHex: Uint8Array.from(digest) })] }),
    new Attribute({ type: oid.signingCertificateV2, values: [signingCertificate] }),
  ];
  const encoded = (attribute: Attribute) => new Uint8Array(attribute.toSchema().toBER());
  return attributes.toSorted((left, right) => Buffer.compare(encoded(left), encoded(right)));
}

function sequence(...value: asn1.AsnType[]): asn1.Sequence {
  return new asn1.Sequence({ value });
}

async function importKey(pem: string): Promise<webcrypto.CryptoKey> {
  const key = createPrivateKey(pem);
  const der = Uint8Array.from(key.export({ format: 'der', type: 'pkcs8' }));
  const curve = curves[key.asymmetricKeyDetails?.namedCurve ?? ''];
  if (key.asymmetricKeyType !== 'rsa' && !curve)
    throw new Error(`an office key of type ${key.asymmetricKeyType} cannot sign PDFs: RSA, P-256 or P-384`);
  const algorithm = curve ? { name: 'ECDSA', namedCurve: curve } : { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  return await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
}

const curves: Record<string, string> = { prime256v1: 'P-256', secp384r1: 'P-384' };
