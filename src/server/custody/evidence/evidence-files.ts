import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { canonicalJson } from '../../../domain/evidence/canonical-json.ts';
import {
  encodeManifest,
  ownerPseudonym,
  type EvidenceKind as ManifestKind,
  type FileRole,
  type ManifestFile,
} from '../../../domain/evidence/manifest.ts';
import type { AnyEvidenceKind } from '../../../domain/codes/evidence.ts';
import type { Device } from '../../db/tables.ts';
import { knownEnding, knownMediaType } from './known-types.ts';

/** A file of an evidence, as the store holds it under its SHA-256; the details are made here. */
export interface StoredEvidenceFile {
  /** In the manifest: `original-1.png`. The first original is the evidence itself, whose hash lists and certificates show first. */
  readonly name: string;
  readonly role: Exclude<FileRole, 'details'>;
  readonly sha256: string;
  readonly sm3: string;
  readonly sizeBytes: number;
  /** What whoever made the file said it is; hostile. */
  readonly mediaType: string;
}
export interface Described {
  readonly number: string;
  readonly owner: { readonly id: string; readonly name: string };
  readonly title: string;
  readonly kind: AnyEvidenceKind;
  /** Of the first original, as the client called it; hostile. */
  readonly fileName: string;
  readonly address: string;
  readonly startAt: Date | null;
  readonly endAt: Date | null;
  readonly device: Device | null;
  /** The first original among them. */
  readonly files: readonly [StoredEvidenceFile, ...StoredEvidenceFile[]];
}
/** A file of the manifest; `content` where the office made it and no store holds it. */
export interface EvidenceFile extends ManifestFile {
  readonly content: Uint8Array | null;
}

/** `original-1` with the ending that programs open the file by; whatever else its name says stays out of the log. */
export function originalName(at: number, fileName: string): string {
  return `original-${at}${knownEnding(fileName)}`;
}

/** In a query over `evidence_file`: the row of the evidence itself, its first original. */
export const isMainFile = sql<boolean>`split_part(evidence_file.name, '.', 1) = 'original-1'`;

/**
 * What belongs to an evidence: its files, and the details. The log is public for ever and holds nothing personal, so the details are in a
 * file of their own, with 32 random bytes, without which nobody can try names against its hash (decision 0006).
 */
export function filesOf({
  number,
  owner,
  title,
  kind,
  fileName,
  address,
  startAt,
  endAt,
  device,
  files,
}: Described): readonly EvidenceFile[] {
  const details = canonicalJson({
    type: 'evidence-details',
    version: 1,
    number,
    salt: randomBytes(32).toString('hex'),
    holder: owner.name,
    title,
    kind,
    fileName: fileName.replace(/\p{Surrogate}/gu, '\ufffd'),
    address,
    startAt: startAt?.toISOString() ?? null,
    endAt: endAt?.toISOString() ?? null,
    device: device && { ...device },
  });
  return [
    {
      name: 'details.json',
      role: 'details',
      sha256: digest('sha256', details),
      sm3: digest('sm3', details),
      sizeBytes: details.length,
      mediaType: 'application/json',
      content: details,
    },
    ...files.map(({ name, role, sha256, sm3, sizeBytes, mediaType }) => ({
      name,
      role,
      sha256,
      sm3,
      sizeBytes,
      mediaType: knownMediaType(mediaType),
      content: null,
    })),
  ];
}

/** The bytes that go into the log. */
export function entryOf(
  { number, owner, kind, startAt, endAt }: Described,
  files: readonly EvidenceFile[],
  receivedAt: Date,
  ownerSecret: Uint8Array,
): Uint8Array {
  return encodeManifest({
    type: 'evidence',
    version: 1,
    number,
    owner: ownerPseudonym(ownerSecret, number, owner.id),
    kind: manifestKind[kind],
    files,
    times: { receivedAt: receivedAt.toISOString(), startAt: startAt?.toISOString() ?? null, endAt: endAt?.toISOString() ?? null },
  });
}

const manifestKind: Record<AnyEvidenceKind, ManifestKind> = {
  file: 'file',
  photo: 'file',
  audio: 'file',
  video: 'file',
  screen: 'file',
  web: 'web',
  process: 'process',
  move: 'mobile',
};

function digest(algorithm: 'sha256' | 'sm3', bytes: Uint8Array): string {
  return createHash(algorithm).update(bytes).digest('hex');
}
