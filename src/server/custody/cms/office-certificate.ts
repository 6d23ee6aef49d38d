import * as asn1 from 'asn1js';
import { randomBytes } from 'node:crypto';
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension } from 'pkijs';
import { toPem } from '../../../domain/proof/cms/der.ts';

/** The key and certificate that the office signs with. */
export interface OfficeIdentity {
  /** PKCS#8, unencrypted: RSA, P-256 or P-384. */
  readonly keyPem: string;
  /** X.509: the office's own certificate first, then any issuers up to the root. */
  readonly certificatePem: string;
}

/**
 * Makes a new RSA-3072 key with a self-signed certificate, for demonstrations and for an office that has none yet. It reveals every change
 * of a PDF, but only those who were given this certificate trust the signer. It may sign documents and nothing else: no certificates, no
 * servers.
 */
export async function makeOfficeCertificate({
  commonName = '公证处电子存证平台（演示）',
  now,
  years = 10,
}: {
  commonName?: string;
  now: Date;
  years?: number;
}): Promise<OfficeIdentity> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 3072, publicExponent: new Uint8Array([1, 0, 1]) };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = new Certificate({ version: 2 });
  certificate.serialNumber = new asn1.Integer({ valueHex: newSerial() });
  // One name only: pkijs writes several as one multi-valued name, which means something else.
  const names = [new AttributeTypeAndValue({ type: '2.5.4.3', value: new asn1.Utf8String({ value: commonName }) })];
  certificate.subject.typesAndValues = names;
  certificate.issuer.typesAndValues = names;
  certificate.notBefore.value = wholeSecond(now);
  certificate.notAfter.value = wholeSecond(new Date(now.getTime() + years * 365.25 * 86_400_000));
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  const keyId = await certificate.getKeyHash('SHA-1'); // Identifies the key, without proving anything. Source: RFC 5280, 4.2.1.2.
  certificate.extensions = [
    extension('2.5.29.19', true, new BasicConstraints({ cA: false }).toSchema()),
    // digitalSignature, nonRepudiation
    extension('2.5.29.15', true, new asn1.BitString({ valueHex: new Uint8Array([0b1100_0000]), unusedBits: 6 })),
    extension('2.5.29.14', false, new asn1.OctetString({ valueHex: keyId })),
  ];
  await certificate.sign(keys.privateKey, 'SHA-256');
  return {
    keyPem: toPem('PRIVATE KEY', [new Uint8Array(await crypto.subtle.exportKey('pkcs8', keys.privateKey))]),
    certificatePem: toPem('CERTIFICATE', [new Uint8Array(certificate.toSchema(true).toBER())]),
  };
}

function extension(extnID: string, critical: boolean, value: asn1.AsnType): Extension {
  return new Extension({ extnID, critical, extnValue: value.toBER() });
}

/** 127 random bits, positive. Source: RFC 5280, 4.1.2.2. */
function newSerial(): Uint8Array<ArrayBuffer> {
  const serial = Uint8Array.from(randomBytes(16));
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  return serial;
}

function wholeSecond(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1000) * 1000);
}
