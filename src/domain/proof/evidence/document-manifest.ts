import { canonicalJson } from './canonical-json.ts';

/**
 * The log entry of a notarial document, public and permanent: which bytes the office issued under which number, and when. It contains no
 * personal data and does not name the covered evidence, so the log does not reveal which evidence belongs together.
 */
export interface DocumentManifest {
  readonly type: 'notarial-document';
  readonly version: 1;
  /** For example （2026）存公证字第1号. */
  readonly number: string;
  /** 64 lower-case hex digits. */
  readonly sha256: string;
  /** 64 lower-case hex digits. */
  readonly sm3: string;
  readonly sizeBytes: number;
  /** RFC 3339 in UTC with milliseconds. */
  readonly issuedAt: string;
  /** `masked`: the rendition in which the applicant's number is masked. Absent for the full rendition. */
  readonly rendition?: 'masked';
}

/** Encodes the canonical bytes of the log entry. @throws RangeError for an invalid hash, size, number or time. */
export function encodeDocumentManifest({
  type,
  version,
  number,
  sha256,
  sm3,
  sizeBytes,
  issuedAt,
  rendition,
}: DocumentManifest): Uint8Array {
  const hash = /^[0-9a-f]{64}$/;
  const isSize = Number.isSafeInteger(sizeBytes) && sizeBytes > 0;
  if (!hash.test(sha256) || !hash.test(sm3) || !isSize || number === '' || new Date(issuedAt).toISOString() !== issuedAt)
    throw new RangeError('not a manifest of a document');
  return canonicalJson({ type, version, number, sha256, sm3, sizeBytes, issuedAt, ...(rendition && { rendition }) });
}
