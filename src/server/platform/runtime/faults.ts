import { errorCode } from './startup-error.ts';

/**
 * Explains why a dependency (database, storage, authority, disk) could not be used and what to check; null for errors without an
 * explanation here. For `fetch`, and if several addresses were tried, the explanation comes from the causes.
 */
export function faultWords(error: unknown): string | null {
  const known = knownFault(error);
  return known && `${known.words} (${known.code})`;
}

/** The kinds of faults that keep a dependency from being reached. */
export type FaultKind =
  | 'name'
  | 'certificate ended'
  | 'certificate not yet valid'
  | 'certificate of another name'
  | 'certificate untrusted';

/** The kind of the fault that `faultWords` explains; null for a disk fault, or if it has no explanation. */
export function faultKind(error: unknown): FaultKind | null {
  const code = knownFault(error)?.code;
  if (code === undefined || code in diskWords || code === fullStorage) return null;
  return code in certificateWords ? (certificateKinds[code] ?? 'certificate untrusted') : 'name';
}

/** The code and explanation of the error, or else of its causes. */
function knownFault(error: unknown): { readonly code: string; readonly words: string } | null {
  if (!(error instanceof Error)) return null;
  const code = errorCode(error) ?? '';
  const words = nameWords(error, code) ?? certificateWords[code] ?? diskWords[code];
  if (words !== undefined) return { code, words };
  if (isFullStorage(error)) return { code: fullStorage, words: 'the storage has no room left' };
  if (error instanceof AggregateError) return error.errors.map(knownFault).find((known) => known !== null) ?? null;
  return knownFault(error.cause);
}

/** The explanation, else the error's message. The cause's message takes precedence, since that of `fetch` says nothing. */
export function faultReason(error: unknown): string {
  const words = faultWords(error);
  if (words !== null) return words;
  if (error instanceof AggregateError && error.message === '') return error.errors.map(faultReason).join('; ');
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}

/** Whether the disk under the files, or the storage, accepts no writes at all: read-only, full or over quota. */
export function isDiskFault(error: unknown): boolean {
  return (errorCode(error) ?? '') in diskWords || isFullStorage(error);
}

/** Whether an S3 storage reports that it is full: with status 507, or with an error name of its own. */
export function isFullStorage(error: unknown): boolean {
  if (!(error instanceof Error) || !('$metadata' in error)) return false;
  return (error.$metadata as { httpStatusCode?: number }).httpStatusCode === 507 || error.name === 'QuotaExceeded';
}
const fullStorage = 'InsufficientStorage';

/** Whether an S3 storage fails for now, after all attempts: it answers 5xx, asks for fewer calls (429), or gives no answer. */
export function isStorageDown(error: unknown): boolean {
  if (!(error instanceof Error) || !('$metadata' in error) || isFullStorage(error)) return false;
  const { httpStatusCode: status = 503 } = error.$metadata as { httpStatusCode?: number };
  return status >= 500 || status === 429;
}

/** Whether the peer's TLS certificate was rejected. */
export function isCertificateFault(error: unknown): boolean {
  return (errorCode(error) ?? '') in certificateWords;
}

const certificateWords: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has ended, renew it there',
  CERT_NOT_YET_VALID: 'its certificate does not hold yet, look at the clocks of both machines',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is of another name than the one in the address',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is of no authority that is known here',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is of no authority that is known here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is of no authority that is known here',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate is of no authority that is known here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is of no authority that is known here',
};

/** All other codes mean `certificate untrusted`. */
const certificateKinds: Readonly<Record<string, FaultKind>> = {
  CERT_HAS_EXPIRED: 'certificate ended',
  CERT_NOT_YET_VALID: 'certificate not yet valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate of another name',
};

const diskWords: Readonly<Record<string, string>> = {
  EROFS: 'the disk is mounted read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
};

function nameWords(error: Error, code: string): string | undefined {
  const host = 'hostname' in error && typeof error.hostname === 'string' ? error.hostname : 'its host';
  if (code === 'ENOTFOUND') return `the name ${host} has no address, look at the address and at DNS`;
  if (code === 'EAI_AGAIN') return `no name server answers for ${host}, look at DNS`;
  return undefined;
}
