import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { utf8 } from '../../kit/bytes/bytes.ts';
import { canonicalJson, parseCanonicalJson } from './canonical-json.ts';
import type { CanonicalFault, CanonicalValue } from './canonical-json.ts';
import { isText, isTime, members } from './canonical-shapes.ts';
import { maxEntryBytes } from '../tlog/entry-bundle.ts';
import { fail, pass } from '../../kit/bytes/result.ts';
import type { Result } from '../../kit/bytes/result.ts';

/**
 * The log entry of one evidence, public and permanent. It therefore contains no personal data: no title, name, address or file name chosen
 * by a user.
 * Those are in a file of role `details` with 32 random bytes; the manifest contains only its hash (decision 0006).
 */
export interface Manifest {
  readonly type: 'evidence';
  readonly version: 1;
  /** Evidence number: 32 upper-case hex digits. */
  readonly number: string;
  /** `ownerPseudonym`: 64 lower-case hex digits. */
  readonly owner: string;
  readonly kind: EvidenceKind;
  /** 1 to 100 files, ascending by name. */
  readonly files: readonly ManifestFile[];
  readonly times: ManifestTimes;
}

export interface ManifestFile {
  /** Name in the evidence package, given by the office: at most 64 of `a-z 0-9 . _ -`, such as `original-1.mp4`. */
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
  /** When the files were on the office's stable storage, by the office's clock. */
  readonly receivedAt: string;
  /** Start and end of the capture according to the capturing device; null if there was no capture. */
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

/**
 * Encodes the canonical bytes of the log entry. Files may be in any order. @throws ManifestError for a manifest that would not parse back.
 */
export function encodeManifest(manifest: Manifest): Uint8Array {
  const { type, version, number, owner, kind, times } = manifest;
  const files = [...manifest.files]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
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

/** Thrown for a manifest that would not parse back. */
export class ManifestError extends RangeError {
  override name = 'ManifestError';

  constructor(readonly fault: ManifestFault) {
    super(`not a manifest: ${fault}`);
  }
}

/** Parses a manifest; the bytes must be exactly its canonical form. */
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
 * Pseudonym of an evidence's owner, known only with the office's secret: HMAC-SHA-256 over the evidence number and the user's id, as hex.
 * It differs for each evidence, so the log does not reveal which evidence has the same owner.
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
