import { signPdf, type PdfSigning } from './pdf-sign.ts';
import { TimestampError } from '../../../domain/cms/timestamp-error.ts';
import { requestTimestamp, type TimestampAuthority } from '../timestamps/timestamp.ts';

export interface SignedPdf {
  readonly pdf: Buffer;
  /** Of PAdES: B-T with a timestamp, B-B without. */
  readonly level: 'B-B' | 'B-T';
}

/**
 * Signs a PDF for the office: PAdES B-T with an authority that answers. One that is down must not keep anybody from their document: B-B
 * then, as with none.
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
