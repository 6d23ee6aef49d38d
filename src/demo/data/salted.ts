import { createHash } from 'node:crypto';
import { canonicalJson } from '../../domain/evidence/canonical-json.ts';
import { filesOf, type Described, type EvidenceFile } from '../../server/custody/evidence/evidence-files.ts';

/**
 * The files of an evidence, its details under a salt that is the same in every new database: the demo's facts are known to everybody
 * anyway.
 * @param more for the details: what else is to be said of them.
 */
export function saltedFilesOf(described: Described, salt: string, more: Readonly<Record<string, string>> = {}): readonly EvidenceFile[] {
  return filesOf(described).map((file) => (file.role === 'details' ? salted(file, { salt, ...more }) : file));
}

export function digest(algorithm: 'sha256' | 'sm3', bytes: Uint8Array): string {
  return createHash(algorithm).update(bytes).digest('hex');
}

function salted(file: EvidenceFile, fields: Readonly<Record<string, string>>): EvidenceFile {
  const details: Record<string, never> = JSON.parse(Buffer.from(file.content ?? []).toString());
  const content = canonicalJson({ ...details, ...fields });
  return { ...file, content, sizeBytes: content.length, sha256: digest('sha256', content), sm3: digest('sm3', content) };
}
