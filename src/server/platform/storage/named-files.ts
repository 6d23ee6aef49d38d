import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '../runtime/sync-folder.ts';
import { makeFolder } from './folders.ts';
import { StorageError } from './store.ts';

export interface NamedFile {
  readonly name: string;
  readonly sizeBytes: number;
}

/**
 * Files by name, used for backups. A name is `a/b/c` of letters, digits, `-`, `_` and `.`. Unlike the names of objects in a store, these
 * names say nothing about the bytes.
 */
export interface NamedFiles {
  /**
   * Resolves once the file is whole and durable; replaces an older one atomically. A failure leaves nothing new under the name. @param
   * sizeBytes lower bound of the size, if known; it sets the part size, since S3 takes at most 10,000 parts.
   */
  put(name: string, source: AsyncIterable<Uint8Array>, sizeBytes?: number): Promise<void>;
  /** @throws StorageError `missing` */
  open(name: string): Promise<Readable>;
  /** Null if there is no such file. */
  size(name: string): Promise<number | null>;
  /** All files under `folder/`, ordered by name in code units. */
  list(folder: string): AsyncIterable<NamedFile>;
  /** Does nothing if the file does not exist. */
  remove(name: string): Promise<void>;
  /** Whether there is nothing at all in this place. */
  isEmpty(): Promise<boolean>;
}

/** Keeps the files in a folder, which is created with the first file and readable by its owner only. */
export function localNamedFiles(folder: string): NamedFiles {
  const root = resolve(folder);
  const pathOf = (name: string): string => join(root, checkedName(name));
  return {
    async put(name, source) {
      const path = pathOf(name);
      await makeFolder(dirname(path));
      const partial = join(dirname(path), `.${randomUUID()}.partial`);
      try {
        await pipeline(source, createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }));
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
      await syncFolder(dirname(path));
    },
    async open(name) {
      const file = await open(pathOf(name), 'r').catch(orMissing);
      return createReadStream('', { fd: file });
    },
    size: (name) =>
      stat(pathOf(name)).then(
        (found) => (found.isFile() ? found.size : null),
        (error: unknown) => (isAbsent(error) ? null : Promise.reject(error)),
      ),
    list: (under) => filesUnder(root, checkedName(under)),
    async remove(name) {
      await rm(pathOf(name), { force: true });
      // Removes each folder that became empty.
      for (let folder = dirname(pathOf(name)); folder !== root; folder = dirname(folder))
        if (
          !(await rmdir(folder).then(
            () => true,
            () => false,
          ))
        )
          return;
    },
    isEmpty: async () => {
      const names = await readdir(root).catch((error: unknown) => (isAbsent(error) ? [] : Promise.reject(error)));
      return names.length === 0;
    },
  };
}

async function* filesUnder(root: string, folder: string): AsyncGenerator<NamedFile> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  // Sorts a folder as it appears in the names of its files, where a slash follows it.
  const keyOf = (entry: (typeof entries)[number]): string => (entry.isDirectory() ? `${entry.name}/` : entry.name);
  for (const entry of entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesUnder(root, name);
    else if (entry.isFile() && !entry.name.startsWith('.')) yield { name, sizeBytes: (await stat(join(root, name))).size };
  }
}

/** Validates a name before it becomes part of a path or key. @throws RangeError */
export function checkedName(name: string): string {
  if (!name.split('/').every((part) => /^[\w-][\w.-]*$/.test(part))) throw new RangeError(`"${name}" is not the name of a file`);
  return name;
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

function orMissing(error: unknown): never {
  throw isAbsent(error) ? new StorageError('missing') : error;
}
