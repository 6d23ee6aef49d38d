import { createHash } from 'node:crypto';
import type { Described, EvidenceFile } from '../../server/custody/evidence/evidence-files.ts';
import { filesOf } from '../../server/custody/evidence/make-evidence.ts';

/**
 * The files of an evidence. The salt of its details is the same in every new database, because the demo's data is public anyway.
 * @param more further fields of the details.
 */
export function saltedFilesOf(described: Described, salt: string, more: Readonly<Record<string, string>> = {}): readonly EvidenceFile[] {
  return filesOf(described, { salt, ...more });
}

export function digest(algorithm: 'sha256' | 'sm3', bytes: Uint8Array): string {
  return createHash(algorithm).update(bytes).digest('hex');
}
