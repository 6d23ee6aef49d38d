import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { checkedHash, StorageError, type ObjectStore } from './store.ts';

/** Objects as files under `root/sha256/ab/cd/<hash>`. Temporary files that a killed process left more than a day ago are removed. */
export async function createLocalStore(root: string): Promise<ObjectStore> {
  const temporary = join(root, 'tmp');
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  await mkdir(join(root, 'sha256'), { recursive: true, mode: 0o700 });
  await removeLeftovers(temporary);
  const ready = durableFolders(root);
  const pathOf = (sha256: string) => join(root, 'sha256', checkedHash(sha256).slice(0, 2), sha256.slice(2, 4), sha256);

  return {
    async put(source, limits) {
      const path = join(temporary, randomUUID());
      try {
        const object = await writeDurably(path, source, limits.maxBytes);
        if (limits.expectedSha256 !== undefined && limits.expectedSha256 !== object.sha256) throw new StorageError('hash_mismatch');
        await ready(dirname(pathOf(object.sha256)));
        await publish(path, pathOf(object.sha256));
        return object;
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    async open(sha256, range) {
      const found = await sizeOf(pathOf(sha256));
      if (found === null) throw new StorageError('missing');
      return { stream: createReadStream(pathOf(sha256), range ?? {}), sizeBytes: found };
    },
    async stat(sha256) {
      const sizeBytes = await sizeOf(pathOf(sha256));
      return sizeBytes === null ? null : { sizeBytes };
    },
    async check() {
      const path = join(temporary, `check-${randomUUID()}`);
      const file = await open(path, 'wx');
      await file.close();
      await rm(path);
    },
  };
}

/** Writes and hashes at once; returns when the bytes are on the disk. */
async function writeDurably(path: string, source: Readable, maxBytes: number): Promise<{ sha256: string; sizeBytes: number }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) throw new StorageError('too_large');
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}

/** Moves a finished file to its name, and makes the name itself durable: a rename is lost with its folder's entry. */
async function publish(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

/** Makes folders durable once in the life of this process: a new folder is an entry of its parent, up to the root of the store. */
function durableFolders(root: string): (folder: string) => Promise<void> {
  const made = new Map<string, Promise<void>>();
  const make = async (folder: string): Promise<void> => {
    await mkdir(folder, { recursive: true });
    for (let parent = dirname(folder); parent.length >= root.length; parent = dirname(parent)) await syncFolder(parent);
  };
  return (folder) => {
    const known = made.get(folder) ?? make(folder);
    made.set(folder, known);
    known.catch(() => made.delete(folder));
    return known;
  };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    },
  );
}

async function removeLeftovers(temporary: string): Promise<void> {
  for (const name of await readdir(temporary)) {
    const path = join(temporary, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > leftoverMs) await rm(path, { force: true });
  }
}

const leftoverMs = 86_400_000;
