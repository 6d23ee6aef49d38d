import { limits } from '../../business/codes/limits.ts';
import { credentialKind } from '../../business/codes/office-credentials.ts';
import { canonicalJson, parseCanonicalJson, type CanonicalFault, type CanonicalValue } from '../evidence/canonical-json.ts';
import { members } from '../evidence/canonical-shapes.ts';
import { parseDay } from '../../kit/text/time.ts';
import { maxEntryBytes } from '../tlog/entry-bundle.ts';
import { fail, pass, type Result } from '../../kit/bytes/result.ts';
import type { CredentialPicture, OfficeCredential, Withdrawal } from './credential.ts';

/**
 * All credentials of the office after one change: a log entry, and byte for byte the `credentials.json` of a package. The list is always
 * complete but for the limit of `encodeCredentialList`, so that no credential can be omitted unnoticed.
 */
export interface CredentialList {
  readonly type: 'office-credentials';
  readonly version: 1;
  readonly listedAt: string;
  /** Newest first. */
  readonly credentials: readonly OfficeCredential[];
}

export type CredentialListFault = CanonicalFault | 'too-large' | 'not-credentials' | 'unknown-version' | 'wrong-fields';

/**
 * Encodes the canonical bytes. If the list exceeds a log entry, the oldest replaced or withdrawn credentials are omitted; earlier entries
 * contain them. @throws RangeError if the valid ones alone do not fit.
 */
export function encodeCredentialList(credentials: readonly OfficeCredential[], listedAt: Date): Uint8Array {
  const newestFirst = [...credentials].sort((a, b) => Number(b.id) - Number(a.id));
  const replaced = new Set(newestFirst.map(({ replaces }) => replaces));
  const spare = newestFirst.filter(({ id, withdrawn }) => replaced.has(id) || withdrawn !== null).reverse();
  for (let leftOut = 0; ; leftOut += 1) {
    const without = new Set(spare.slice(0, leftOut));
    const bytes = encodeAll(
      newestFirst.filter((one) => !without.has(one)),
      listedAt,
    );
    if (bytes.length <= maxEntryBytes) return bytes;
    if (leftOut >= spare.length) throw new RangeError(`credentials of ${bytes.length} bytes do not fit an entry of the log`);
  }
}

function encodeAll(credentials: readonly OfficeCredential[], listedAt: Date): Uint8Array {
  return canonicalJson({
    type: 'office-credentials',
    version: 1,
    listedAt: listedAt.toISOString(),
    credentials: credentials.map(({ id, kind, name, number, issuer, validFrom, validUntil, picture, recordedAt, replaces, withdrawn }) => ({
      id,
      kind,
      name,
      number,
      issuer,
      validFrom,
      validUntil,
      picture: { sha256: picture.sha256, sizeBytes: picture.sizeBytes },
      recordedAt,
      replaces,
      withdrawn: withdrawn && { at: withdrawn.at, reason: withdrawn.reason },
    })),
  });
}

/** Parses untrusted bytes of a list; they must be exactly its canonical form. */
export function parseCredentialList(bytes: Uint8Array): Result<CredentialList, CredentialListFault> {
  if (bytes.length > maxEntryBytes) return fail('too-large');
  const json = parseCanonicalJson(bytes);
  if (!json.ok) return json;
  const { type, version, listedAt, credentials, ...others } = members(json.value);
  if (type !== 'office-credentials') return fail('not-credentials');
  if (version !== 1) return fail('unknown-version');
  if (Object.keys(others).length > 0 || !isInstant(listedAt) || !Array.isArray(credentials)) return fail('wrong-fields');
  const read = credentials.map(parseCredential).filter((one) => one !== null);
  const hasAll = read.length === credentials.length && new Set(read.map(({ id }) => id)).size === read.length;
  return hasAll ? pass({ type, version, listedAt, credentials: read }) : fail('wrong-fields');
}

function parseCredential(value: CanonicalValue): OfficeCredential | null {
  const { id, kind, name, number, issuer, validFrom, validUntil, picture, recordedAt, replaces, withdrawn, ...others } = members(value);
  const knownKind = credentialKind.names.find((known) => known === kind);
  const [readPicture, readWithdrawal] = [parsePicture(picture), withdrawn === null ? null : parseWithdrawal(withdrawn)];
  if (Object.keys(others).length > 0 || knownKind === undefined || !readPicture || readWithdrawal === undefined) return null;
  if (!isId(id) || (replaces !== null && !isId(replaces)) || !isInstant(recordedAt)) return null;
  if (typeof name !== 'string' || typeof number !== 'string' || typeof issuer !== 'string') return null;
  if (!isDay(validFrom) || (validUntil !== null && !isDay(validUntil))) return null;
  return {
    id,
    kind: knownKind,
    name,
    number,
    issuer,
    validFrom,
    validUntil,
    picture: readPicture,
    recordedAt,
    replaces,
    withdrawn: readWithdrawal,
  };
}

function parsePicture(value: CanonicalValue | undefined): CredentialPicture | null {
  const { sha256, sizeBytes, ...others } = members(value);
  if (Object.keys(others).length > 0 || typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return null;
  return typeof sizeBytes === 'number' && sizeBytes > 0 && sizeBytes <= limits.credentialPictureBytes ? { sha256, sizeBytes } : null;
}

/** Undefined for an invalid value. */
function parseWithdrawal(value: CanonicalValue | undefined): Withdrawal | undefined {
  const { at, reason, ...others } = members(value);
  return Object.keys(others).length === 0 && isInstant(at) && typeof reason === 'string' ? { at, reason } : undefined;
}

function isId(value: CanonicalValue | undefined): value is string {
  return typeof value === 'string' && /^[1-9]\d{0,17}$/.test(value);
}

function isDay(value: CanonicalValue | undefined): value is string {
  return typeof value === 'string' && parseDay(value) !== null;
}

function isInstant(value: CanonicalValue | undefined): value is string {
  if (typeof value !== 'string') return false;
  const instant = new Date(value);
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === value;
}
