import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { StorageError, type ObjectStore } from '../../../server/platform/storage/store.ts';
import { CommandError } from '../../lib/command.ts';
import { objectsNamed, type NamedObject } from './copy-objects.ts';
import type { Opener } from './encryption.ts';
import { backupFolder, manifestName, objectName, readBackup, tableName, type Backup } from './manifest.ts';
import { readIndex } from './object-index.ts';
import { listBackups, type Place } from './place.ts';

/** The backup with the wanted id, or the newest. @throws CommandError if there is none. */
export async function findBackup(place: Place, wanted: string | undefined): Promise<Backup> {
  const all = await listBackups(place);
  const id = wanted ?? all.at(-1);
  if (id !== undefined && all.includes(id)) return readBackup(place.files, backupFolder(id));
  if (wanted !== undefined)
    throw new CommandError(`There is no backup ${wanted} in ${place.shown}${all.length > 0 ? `; there are ${all.join(', ')}` : ''}.`);
  if ((await place.files.size(manifestName(''))) === null)
    throw new CommandError(`There is no backup in ${place.shown}: it has no manifest.json that can be read.`);
  return readBackup(place.files, '');
}

/** Returns a function that opens the text of a table, as COPY wrote it. */
export function tableReader(place: Place, { manifest, folder }: Backup, opener: Opener) {
  return async (table: string): Promise<Readable> => {
    const stored = await place.files.open(tableName(folder, table, suffixOf(manifest)));
    return pipeline(Readable.from(opener.open(stored)), createGunzip(), () => undefined);
  };
}

/** The objects of a backup, ordered by hash. */
export async function* objectsIn(place: Place, backup: Backup, opener: Opener): AsyncGenerator<NamedObject & { fileBytes: number }> {
  const { manifest, folder } = backup;
  if (manifest.objects.indexSha256 !== null) {
    for await (const object of readIndex(place.files, folder)) yield { ...object, isExpectedFaulty: false };
    return;
  }
  const absent = new Set(manifest.objects.faulty.map(({ sha256 }) => sha256));
  for (const { name, columns } of manifest.tables.filter((table) => table.name === 'stored_object'))
    for await (const object of objectsNamed(columns, await tableReader(place, backup, opener)(name)))
      if (!absent.has(object.sha256)) yield { ...object, fileBytes: object.sizeBytes };
}

/** The backup as a read-only object store. */
export function objectReader(place: Place, { manifest }: Backup, opener: Opener): Pick<ObjectStore, 'open'> {
  return {
    async open(sha256) {
      const name = objectName(sha256, suffixOf(manifest));
      const sizeBytes = await place.files.size(name);
      if (sizeBytes === null) throw new StorageError('missing');
      return { stream: Readable.from(opener.open(await place.files.open(name))), sizeBytes };
    },
  };
}

export const suffixOf = ({ recipient }: Pick<Backup['manifest'], 'recipient'>): '' | '.age' => (recipient === null ? '' : '.age');
