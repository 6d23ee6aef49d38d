import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { NamedFiles } from '../../../server/platform/storage/named-files.ts';
import { StorageError } from '../../../server/platform/storage/store.ts';
import { AgeFault } from './age-payload.ts';
import { indexName, tableName, type Backup } from './manifest.ts';

/** A fault of a backup's file; `name` is its name in the place. */
export interface FileFault {
  readonly name: string;
  readonly fault: 'missing' | 'changed' | 'unreadable';
}

/** Reads a file again. Null if its hash is the expected one. */
export async function checkFile(files: NamedFiles, name: string, sha256: string): Promise<FileFault | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(await files.open(name), hash);
  } catch (error) {
    return { name, fault: faultOf(error) };
  }
  return hash.digest('hex') === sha256 ? null : { name, fault: 'changed' };
}

/** Only what opens a file's bytes can say that they were changed. A place that broke off while it was read says nothing of the file. */
export function faultOf(error: unknown): FileFault['fault'] {
  if (error instanceof AgeFault || (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) return 'changed';
  return error instanceof StorageError ? 'missing' : 'unreadable';
}

/** Checks the files of a backup except its objects. */
export async function* checkParts(files: NamedFiles, { manifest, folder }: Backup): AsyncGenerator<FileFault> {
  const suffix = manifest.recipient === null ? '' : '.age';
  for (const { name, sha256 } of manifest.tables) {
    const fault = await checkFile(files, tableName(folder, name, suffix), sha256);
    if (fault) yield fault;
  }
  const index = await checkIndex(files, { manifest, folder });
  if (index) yield index;
}

export async function checkIndex(files: NamedFiles, { manifest, folder }: Pick<Backup, 'manifest' | 'folder'>): Promise<FileFault | null> {
  const { indexSha256 } = manifest.objects;
  return indexSha256 === null ? null : checkFile(files, indexName(folder), indexSha256);
}
