import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeFolder, syncFolder } from './folders.ts';
import { StorageError } from './store.ts';

export interface NamedFile {
  readonly name: string;
  readonly sizeBytes: number;
}

/**
 * Files by name, `a/b/c` of letters, digits, `-`, `_` and `.`: where backups lie. Unlike the objects of a store their names say nothing
 * about their bytes.
 */
export interface NamedFiles {
  /**
   * Resolves once the file is there whole and durable; over an older one at once. What fails leaves nothing under the name. @param
   * sizeBytes at least so many where it is known: S3 takes 10,000 parts.
   */
  put(name: string, source: AsyncIterable<Uint8Array>, sizeBytes?: number): Promise<void>;
  /** @throws StorageError `missing` */
  open(name: string): Promise<Readable>;
  /** Null where there is no such file. */
  size(name: string): Promise<number | null>;
  /** All under `folder/`, in the order of their names by code unit. */
  list(folder: string): AsyncIterable<NamedFile>;
  /** Also when it is not there. */
  remove(name: string): Promise<void>;
  /** Whether nothing lies there at all. */
  isEmpty(): Promise<boolean>;
}

/** In a folder, which is made with the first file, for its owner alone. */
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
      // A folder goes with its last file.
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
  // A folder's name is followed by a slash in the names below it.
  const keyOf = (entry: (typeof entries)[number]): string => (entry.isDirectory() ? `${entry.name}/` : entry.name);
  for (const entry of entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesUnder(root, name);
    else if (entry.isFile() && !entry.name.startsWith('.')) yield { name, sizeBytes: (await stat(join(root, name))).size };
  }
}

/** Guards every path or key that is made of a name. */
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
