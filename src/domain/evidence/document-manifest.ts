import { canonicalJson } from './canonical-json.ts';

/**
 * What the log holds of a notarial document, for ever and in public: which bytes the office issued under which number, and when. It holds
 * nothing personal, and not what the document covers, so the log does not tell which evidence belongs together.
 */
export interface DocumentManifest {
  readonly type: 'notarial-document';
  readonly version: 1;
  /** （2026）存公证字第1号 */
  readonly number: string;
  /** 64 lower-case hex digits. */
  readonly sha256: string;
  /** 64 lower-case hex digits. */
  readonly sm3: string;
  readonly sizeBytes: number;
  /** RFC 3339 in UTC with milliseconds. */
  readonly issuedAt: string;
  /** The one with the applicant's number masked; absent for the one in full. */
  readonly rendition?: 'masked';
}

/** The canonical bytes: the log's entry. @throws RangeError over a hash, a size or a time that is none. */
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
