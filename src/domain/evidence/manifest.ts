import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { utf8 } from '../tlog/bytes.ts';
import { canonicalJson, parseCanonicalJson } from './canonical-json.ts';
import type { CanonicalFault, CanonicalValue } from './canonical-json.ts';
import { isText, isTime, members } from './canonical-shapes.ts';
import { maxEntryBytes } from '../tlog/entry-bundle.ts';
import { fail, pass } from '../tlog/result.ts';
import type { Result } from '../tlog/result.ts';

/**
 * What the log holds of one evidence, for ever and in public. So it holds nothing personal: no title, no name, no address, no file name
 * that a user chose.
 * Those are in a file of role `details` with 32 random bytes, which the manifest holds by its hash (decision 0006).
 */
export interface Manifest {
  readonly type: 'evidence';
  readonly version: 1;
  /** Evidence number: 32 upper-case hex digits. */
  readonly number: string;
  /** `ownerPseudonym`: 64 lower-case hex digits. */
  readonly owner: string;
  readonly kind: EvidenceKind;
  /** 1 to 100, by name in ascending order. */
  readonly files: readonly ManifestFile[];
  readonly times: ManifestTimes;
}

export interface ManifestFile {
  /** Name in the evidence package, given by the office: at most 64 of `a-z 0-9 . _ -`, as `original-1.mp4`. */
  readonly name: string;
  readonly role: FileRole;
  /** 64 lower-case hex digits. */
  readonly sha256: string;
  /** 64 lower-case hex digits. */
  readonly sm3: string;
  readonly sizeBytes: number;
  /** Lower case, without parameters. */
  readonly mediaType: string;
}

/** RFC 3339 in UTC with milliseconds, as `Date.toISOString` writes it. */
export interface ManifestTimes {
  /** When the office had the files on stable storage, by its clock. */
  readonly receivedAt: string;
  /** When the capture began and ended, as the capturing device said; null where there was none. */
  readonly startAt: string | null;
  readonly endAt: string | null;
}

export const evidenceKinds = ['file', 'web', 'process', 'mobile'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];
export const fileRoles = ['original', 'environment-check', 'capture-log', 'details'] as const;
export type FileRole = (typeof fileRoles)[number];

export type ManifestFault =
  | CanonicalFault
  | 'too-large'
  | 'not-evidence'
  | 'unknown-version'
  | 'wrong-fields'
  | 'bad-number'
  | 'bad-owner'
  | 'bad-kind'
  | 'bad-times'
  | 'bad-files'
  | 'bad-file'
  | 'unsorted-files';

/** The canonical bytes: the log's entry. Files may come in any order. @throws ManifestError over a manifest that would not be read back. */
export function encodeManifest(manifest: Manifest): Uint8Array {
  const { type, version, number, owner, kind, times } = manifest;
  const files = manifest.files
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, role, sha256, sm3, sizeBytes, mediaType }) => ({ name, role, sha256, sm3, sizeBytes, mediaType }));
  const bytes = canonicalJson({
    type,
    version,
    number,
    owner,
    kind,
    files,
    times: { receivedAt: times.receivedAt, startAt: times.startAt, endAt: times.endAt },
  });
  const back = parseManifest(bytes);
  if (!back.ok) throw new ManifestError(back.fault);
  return bytes;
}

/** The manifest would not be read back as it was written. */
export class ManifestError extends RangeError {
  override name = 'ManifestError';

  constructor(readonly fault: ManifestFault) {
    super(`not a manifest: ${fault}`);
  }
}

/** Reads the bytes of a manifest; they must be its canonical form to the last byte. */
export function parseManifest(bytes: Uint8Array): Result<Manifest, ManifestFault> {
  if (bytes.length > maxEntryBytes) return fail('too-large');
  const json = parseCanonicalJson(bytes);
  if (!json.ok) return json;
  const { type, version, number, owner, kind, files, times, ...others } = members(json.value);
  if (type !== 'evidence') return fail('not-evidence');
  if (version !== 1) return fail('unknown-version');
  if (Object.keys(others).length > 0) return fail('wrong-fields');
  if (!isText(number, /^[0-9A-F]{32}$/)) return fail('bad-number');
  if (!isText(owner, hash)) return fail('bad-owner');
  const knownKind = evidenceKinds.find((known) => known === kind);
  if (knownKind === undefined) return fail('bad-kind');
  const readTimes = parseTimes(times);
  if (!readTimes) return fail('bad-times');
  const readFiles = parseFiles(files);
  return readFiles.ok ? pass({ type, version, number, owner, kind: knownKind, files: readFiles.value, times: readTimes }) : readFiles;
}

/**
 * Who owns an evidence, for those who know the office's secret: HMAC-SHA-256 over the evidence number and the user's id, as hex.
 * Another for each evidence, so that the log does not tell which of them belong together.
 */
export function ownerPseudonym(secret: Uint8Array, number: string, userId: string): string {
  return bytesToHex(hmac(sha256, secret, utf8(`${number}\n${userId}`)));
}

function parseFiles(value: CanonicalValue | undefined): Result<readonly ManifestFile[], 'bad-files' | 'bad-file' | 'unsorted-files'> {
  if (!Array.isArray(value) || value.length < 1 || value.length > maxFiles) return fail('bad-files');
  const files = value.map(parseFile).filter((file) => file !== null);
  if (files.length !== value.length) return fail('bad-file');
  const isSorted = files.every((file, at) => at === 0 || (files[at - 1]?.name ?? '') < file.name);
  return isSorted ? pass(files) : fail('unsorted-files');
}

function parseFile(value: CanonicalValue): ManifestFile | null {
  const { name, role, sha256: digest, sm3, sizeBytes, mediaType, ...others } = members(value);
  const knownRole = fileRoles.find((known) => known === role);
  if (knownRole === undefined || Object.keys(others).length > 0) return null;
  if (!isText(name, /^(?=.{1,64}$)[a-z0-9]+(?:[._-][a-z0-9]+)*$/) || !isText(digest, hash) || !isText(sm3, hash)) return null;
  if (
    typeof sizeBytes !== 'number' ||
    sizeBytes < 0 ||
    !isText(mediaType, /^(?=.{1,127}$)[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/)
  )
    return null;
  return { name, role: knownRole, sha256: digest, sm3, sizeBytes, mediaType };
}

function parseTimes(value: CanonicalValue | undefined): ManifestTimes | null {
  const { receivedAt, startAt, endAt, ...others } = members(value);
  if (Object.keys(others).length > 0 || !isTime(receivedAt)) return null;
  if ((startAt !== null && !isTime(startAt)) || (endAt !== null && !isTime(endAt))) return null;
  return { receivedAt, startAt, endAt };
}

const hash = /^[0-9a-f]{64}$/;
const maxFiles = 100;
