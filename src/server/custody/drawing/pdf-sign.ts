import { createHash } from 'node:crypto';
import { stampSignature } from '../signing/cms-sign.ts';
import { fromPem } from '../../../domain/proof/cms/der.ts';
import { theOffice } from '../../platform/runtime/in-turn.ts';
import { signInThread } from './drawing-pool.ts';
import type { OfficeIdentity } from '../cms/office-certificate.ts';
import { appendEmptySignature } from '../signing/pdf-update.ts';
import type { Timestamp } from '../../../domain/proof/cms/verify-timestamp.ts';

export interface PdfSigning {
  readonly office: OfficeIdentity;
  /** Whose turn of the drawing threads it takes; the office's own by default. */
  readonly turn?: string;
  /** The signer's name that PDF readers show. */
  readonly name: string;
  readonly reason: string;
  readonly at: Date;
  /**
   * If given, the signature is of level B-T: the token shows that it was made before `genTime`. Errors of this call are passed on; the
   * caller decides whether B-B is sufficient.
   */
  readonly timestamp?: (sha256: Uint8Array) => Promise<Timestamp>;
}

/**
 * Signs a PDF of `certificatePdf`: PAdES level B-B, or B-T with a timestamp. The signed PDF starts with all bytes of the unsigned one.
 * Source: ETSI EN 319 142-1, 5 and 6.3.
 */
export async function signPdf(pdf: Buffer, signing: PdfSigning): Promise<Buffer> {
  const place = appendEmptySignature(pdf, signing, roomFor(signing));
  const { bytes, from, until } = place;
  const digest = createHash('sha256').update(bytes.subarray(0, from)).update(bytes.subarray(until)).digest();
  const plain = await signInThread(signing.turn ?? theOffice, digest, signing.office);
  const cms = signing.timestamp ? await stampSignature(plain, signing.timestamp) : plain;
  const hex = Buffer.from(cms).toString('hex');
  const room = until - from - 2;
  if (hex.length > room) throw new Error(`the signature has ${cms.length} bytes, and ${room / 2} were kept for it`);
  bytes.write(hex, from + 1, 'latin1');
  return bytes;
}

/** Space in bytes for the certificates, of which an authority's chain may have many, for the signature and for a token. */
function roomFor({ office, timestamp }: PdfSigning): number {
  const certificates = fromPem('CERTIFICATE', office.certificatePem).reduce((sum, der) => sum + der.length, 0);
  return (timestamp ? 24_576 : 8_192) + Math.max(0, certificates - 4_096);
}
