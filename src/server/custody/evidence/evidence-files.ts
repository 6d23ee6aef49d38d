import { sql } from 'kysely';
import type { FileRole, ManifestFile } from '../../../domain/evidence/manifest.ts';
import type { AnyEvidenceKind } from '../../../domain/codes/evidence.ts';
import type { Device } from '../../db/tables.ts';
import { knownEnding } from './known-types.ts';

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
  /** The hash of its not-before mark; absent without one. */
  readonly mark?: string | undefined;
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
