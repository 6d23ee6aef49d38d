import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { latin1, sameBytes } from '../../kit/bytes/bytes.ts';
import { oid, type ParsedCertificate, readSignedMessage, verifySigner } from './cms.ts';
import { rawBytes, readDer, toPem } from './der.ts';
import { SignatureError } from './signature-error.ts';
import { encodeInFrame } from './signature-frame.ts';
import { type Timestamp, verifyToken } from './verify-timestamp.ts';

export interface PdfSignature {
  /** The certificate that signed. The caller must check whether it is the office's. */
  readonly signerPem: string;
  /** Signing time stated in the PDF, by the signer's clock; null if absent. */
  readonly statedAt: Date | null;
  /** Level B-T only: a time at which the signature already existed. */
  readonly timestamp?: Omit<Timestamp, 'der'>;
}

/**
 * Verifies a PDF of `signPdf`: its last signature must cover the whole file and be encoded exactly as we encode it, so that no byte can
 * vary. PDFs signed by other programs must be checked with pdfsig. Inside a token, the authority's frame is not covered and may vary.
 * @throws SignatureError, Error for invalid DER, TimestampError for an invalid token. Source: ISO 32000-1, 12.8.1; ETSI EN 319 142-1, 5.
 */
export async function verifyPdf(pdf: Uint8Array, timestampRootsPem?: string): Promise<PdfSignature> {
  const { from, until } = signatureOf(pdf);
  const der = unpadded(latin1(pdf, from + 1, until - 1));
  const message = readSignedMessage(der);
  const content = concatBytes(pdf.subarray(0, from), pdf.subarray(until));
  const signer = await verifySigner(message, content);
  if (!sameBytes(encodeInFrame(message.signedData, signer.parsed), der))
    throw new SignatureError('other-form', 'the signature is not written as ours are');
  await verifyChain(message.certificates);
  const signerPem = toPem('CERTIFICATE', [signer.der]);

  const [info] = message.signedData.signerInfos;
  const attribute = info?.unsignedAttrs?.attributes.find(({ type }) => type === oid.signatureTimestamp);
  const statedAt = statedIn(pdf.subarray(until));
  if (!info || !attribute) return { signerPem, statedAt };
  const imprint = sha256(new Uint8Array(info.signature.getValue()));
  return { signerPem, statedAt, timestamp: await verifyToken(rawBytes(attribute.values[0]), imprint, timestampRootsPem) };
}

/** Reads `/M` of the signature in UTC, which `appendEmptySignature` writes after the space for the signature. */
function statedIn(rest: Uint8Array): Date | null {
  const [, year, month, day, hour, minute, second] =
    /^\s*\/M \(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\+00'00'\)/.exec(latin1(rest, 0, 64)) ?? [];
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** Each certificate must be signed by the next one, because a signature does not authenticate the certificates it carries. */
async function verifyChain(certificates: readonly ParsedCertificate[]): Promise<void> {
  for (const [index, { parsed }] of certificates.entries()) {
    const issuer = certificates[index + 1]?.parsed ?? (parsed.issuer.isEqual(parsed.subject) ? parsed : undefined);
    if (issuer && !(await parsed.verify(issuer))) throw new SignatureError('broken-chain', 'the certificates are not a chain');
  }
}

/**
 * Finds the start (`<`) and end of the signature. The only gap in the signed range must be the signature itself, from bracket to bracket.
 */
function signatureOf(pdf: Uint8Array): { from: number; until: number } {
  const at = lastIndexOfText(pdf, '/ByteRange [');
  const range = /^\/ByteRange \[\s*(\d{1,10}) (\d{1,10}) (\d{1,10}) (\d{1,10})\s*\]/.exec(latin1(pdf, at, at + 80));
  if (at < 0 || !range) throw new SignatureError('not-signed', 'the PDF is not signed');
  const [, start, from, until, length] = range.map(Number);
  if (start !== 0 || from === undefined || until === undefined || length === undefined || until + length !== pdf.length)
    throw new SignatureError('not-whole', 'the signature does not cover the whole file');
  if (from >= until || !/^<[0-9a-f]*>$/.test(latin1(pdf, from, until)))
    throw new SignatureError('wrong-gap', 'the gap in what is signed is not the signature');
  return { from, until };
}

/** The DER value at the beginning; the rest must be zero padding. */
function unpadded(hex: string): Uint8Array {
  if (hex.length % 2 !== 0) throw new SignatureError('other-form', 'the signature is not DER');
  const bytes = hexToBytes(hex);
  const lengthBytes = (bytes[1] ?? 0) & 0x7f;
  const isLong = ((bytes[1] ?? 0) & 0x80) !== 0 && lengthBytes >= 1 && lengthBytes <= 4;
  if (!isLong || bytes.length < 6) throw new SignatureError('other-form', 'the signature is not DER');
  const end = 2 + lengthBytes + bytes.subarray(2, 2 + lengthBytes).reduce((length, byte) => length * 256 + byte, 0);
  if (end > bytes.length || bytes.subarray(end).some((byte) => byte !== 0))
    throw new SignatureError('other-form', 'something stands behind the signature');
  readDer(bytes.subarray(0, end));
  return bytes.subarray(0, end);
}

/** Offset of the last occurrence of an ASCII text; -1 if there is none. */
function lastIndexOfText(bytes: Uint8Array, text: string): number {
  const first = text.charCodeAt(0);
  for (let at = bytes.lastIndexOf(first, bytes.length - text.length); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(first, at - 1))
    if (latin1(bytes, at, at + text.length) === text) return at;
  return -1;
}
