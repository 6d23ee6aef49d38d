import { sql } from 'kysely';
import type { FileRole, ManifestFile } from '../../../domain/proof/evidence/manifest.ts';
import type { AnyEvidenceKind } from '../../../domain/business/codes/evidence.ts';
import type { Device } from '../../platform/db/json.ts';
import { knownEnding } from './known-types.ts';

/** A file of an evidence that the store holds under its SHA-256. The details are not among them, since the office makes those. */
export interface StoredEvidenceFile {
  /** Name in the manifest: `original-1.png`. The first original is the evidence itself; lists and certificates show its hash first. */
  readonly name: string;
  readonly role: Exclude<FileRole, 'details'>;
  readonly sha256: string;
  readonly sm3: string;
  readonly sizeBytes: number;
  /** Type as stated by whoever made the file; hostile. */
  readonly mediaType: string;
}
export interface Described {
  readonly number: string;
  readonly owner: { readonly id: string; readonly name: string };
  readonly title: string;
  readonly kind: AnyEvidenceKind;
  /** Name of the first original as the client gave it; hostile. */
  readonly fileName: string;
  readonly address: string;
  readonly startAt: Date | null;
  readonly endAt: Date | null;
  readonly device: Device | null;
  /** Hash of its not-before mark; absent without one. */
  readonly mark?: string | undefined;
  /** Includes the first original. */
  readonly files: readonly [StoredEvidenceFile, ...StoredEvidenceFile[]];
}
/** A file of the manifest. `content` is set if the office made the file and no store holds it. */
export interface EvidenceFile extends ManifestFile {
  readonly content: Uint8Array | null;
}

/** `original-1` with the extension that programs open it by; the rest of the file name stays out of the log. */
export function originalName(at: number, fileName: string): string {
  return `original-${at}${knownEnding(fileName)}`;
}

/** SQL condition on `evidence_file`: the row of the evidence itself, its first original. */
export const isMainFile = sql<boolean>`split_part(evidence_file.name, '.', 1) = 'original-1'`;
