import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { durableFolders, makeFolder, syncFolder } from './folders.ts';
import { measured } from './measured.ts';
import { checkedHash, StorageError, type ByteRange, type ObjectStore } from './store.ts';

/**
 * Objects as files under `folder/sha256/ab/cd/<hash>`, staged in `folder/tmp`, which must be one file system with it. Staged files that a
 * killed process left more than a day ago are removed. One process at a time holds the folder (see data-dir).
 */
export async function createLocalStore(folder: string): Promise<ObjectStore> {
  const root = resolve(folder);
  const staging = join(root, 'tmp');
  await makeFolder(staging);
  await makeFolder(join(root, 'sha256'));
  await removeLeftovers(staging);
  const folders = durableFolders(root);
  const pathOf = (sha256: string): string => join(root, 'sha256', checkedHash(sha256).slice(0, 2), sha256.slice(2, 4), sha256);

  return {
    put: (source, limits) =>
      staged(join(staging, randomUUID()), async (file, path) => {
        const incoming = measured(source, limits);
        for await (const chunk of incoming.chunks) await file.writeFile(chunk);
        await file.sync();
        const object = incoming.object();
        const target = pathOf(object.sha256);
        const home = dirname(target);
        await folders.make(home);
        // Over an equal object that is there already: the second put needs the name to be durable as much as the first.
        await rename(path, target);
        // Together, after the rename: one commit of the file system's journal serves them all.
        await Promise.all([syncFolder(home), folders.sync(home)]);
        return object;
      }),
    open: async (sha256, range) => openPart(pathOf(sha256), range),
    async stat(sha256) {
      const sizeBytes = await stat(pathOf(sha256)).then(({ size }) => size, absent);
      return sizeBytes === null ? null : { sizeBytes };
    },
    // A full disk takes a new empty file and refuses its bytes.
    check: () =>
      staged(join(staging, `check-${randomUUID()}`), async (file, path) => {
        await file.writeFile('ready');
        await file.sync();
        await rm(path);
      }),
  };
}

/** Lends a new file under `path`. When that fails nothing stays there; what is lent well may have gone to its place, or is removed by `use`. */
async function staged<Result>(path: string, use: (file: FileHandle, path: string) => Promise<Result>): Promise<Result> {
  const file = await open(path, 'wx', 0o600);
  try {
    return await use(file, path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** Size and bytes come from one open file, so that they belong together whatever happens to the name. */
async function openPart(path: string, range: ByteRange | undefined): Promise<{ stream: ReturnType<FileHandle['createReadStream']>; sizeBytes: number }> {
  const file = await open(path, 'r').catch(absent);
  if (!file) throw new StorageError('missing');
  try {
    const { size: sizeBytes } = await file.stat();
    if (range && !(range.start >= 0 && range.start <= range.end && range.end < sizeBytes)) {
      throw new RangeError(`${range.start}-${range.end} is no part of ${sizeBytes} bytes`);
    }
    return { stream: file.createReadStream(range ?? {}), sizeBytes };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

async function removeLeftovers(staging: string): Promise<void> {
  for (const entry of await readdir(staging, { withFileTypes: true })) {
    const path = join(staging, entry.name);
    if (entry.isFile() && Date.now() - (await stat(path)).mtimeMs > leftoverMs) await rm(path);
  }
}

const leftoverMs = 86_400_000;
