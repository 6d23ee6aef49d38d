import { signPdf, type PdfSigning } from './pdf-sign.ts';
import { TimestampError } from '../../../domain/proof/cms/timestamp-error.ts';
import { requestTimestamp, type TimestampAuthority } from '../timestamps/timestamp.ts';

export interface SignedPdf {
  readonly pdf: Buffer;
  /** PAdES level: B-T with a timestamp, B-B without. */
  readonly level: 'B-B' | 'B-T';
}

/**
 * Signs a PDF for the office: PAdES B-T if the authority answers, else B-B, as without an authority. An authority that is down must not
 * keep anyone from their document.
 */
export async function signAsOffice(
  pdf: Buffer,
  signing: Omit<PdfSigning, 'timestamp'>,
  authority: TimestampAuthority | null,
): Promise<SignedPdf> {
  if (!authority) return { pdf: await signPdf(pdf, signing), level: 'B-B' };
  try {
    return { pdf: await signPdf(pdf, { ...signing, timestamp: (sha256) => requestTimestamp(authority, sha256) }), level: 'B-T' };
  } catch (error) {
    if (!(error instanceof TimestampError)) throw error;
    return { pdf: await signPdf(pdf, signing), level: 'B-B' };
  }
}
