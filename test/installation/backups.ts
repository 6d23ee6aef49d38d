import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPlace } from '../../src/cli/backup/place/place.ts';
import { plain } from '../../src/cli/backup/place/encryption.ts';
import { findBackup, objectReader, objectsIn, tableReader } from '../../src/cli/backup/place/read-backup.ts';

/** The newest unencrypted backup of a folder, as a restore reads it. */
export async function readNewest(folder: string) {
  const place = await openPlace(folder, undefined);
  const backup = await findBackup(place, undefined);
  return {
    ...backup,
    read: tableReader(place, backup, plain),
    objects: () => objectsIn(place, backup, plain),
    store: objectReader(place, backup, plain),
  };
}

/** Paths of its parts. */
const newest = (folder: string): string => join(folder, 'backups', readdirSync(join(folder, 'backups')).toSorted().at(-1) ?? '');
export const manifestPath = (folder: string): string => join(newest(folder), 'manifest.json');
export const tablePath = (folder: string, name: string): string => join(newest(folder), 'tables', `${name}.copy.gz`);
export const objectsPath = (folder: string): string => join(folder, 'objects');
export const objectFile = (root: string, sha256: string): string => join(root, 'sha256', sha256.slice(0, 2), sha256.slice(2, 4), sha256);

/** Flips the byte in the middle of a file; every format of a backup must detect it. */
export async function flipByte(path: string): Promise<void> {
  const bytes = await readFile(path);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(path, bytes);
}
