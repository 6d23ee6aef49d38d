import { createHash } from 'node:crypto';
import type { Described, EvidenceFile } from '../../server/custody/evidence/evidence-files.ts';
import { filesOf } from '../../server/custody/evidence/make-evidence.ts';

/**
 * The files of an evidence, its details under a salt that is the same in every new database: the demo's facts are known to everybody
 * anyway.
 * @param more for the details: what else is to be said of them.
 */
export function saltedFilesOf(described: Described, salt: string, more: Readonly<Record<string, string>> = {}): readonly EvidenceFile[] {
  return filesOf(described, { salt, ...more });
}

export function digest(algorithm: 'sha256' | 'sm3', bytes: Uint8Array): string {
  return createHash(algorithm).update(bytes).digest('hex');
}
