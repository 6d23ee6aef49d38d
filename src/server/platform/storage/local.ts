import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isSameProcess, processIdentity } from '../runtime/process-identity.ts';
import { syncFolder } from '../runtime/sync-folder.ts';
import { durableFolders, makeFolder } from './folders.ts';
import { measured } from './measured.ts';
import { checkedHash, isHash, StorageError, type ByteRange, type ListedObject, type ObjectStore } from './store.ts';

/**
 * Stores objects as files under `folder/sha256/ab/cd/<hash>` and stages them in `folder/tmp`, which must be on the same file system. Staged
 * files of processes that have ended are removed.
 */
export async function createLocalStore(folder: string): Promise<ObjectStore> {
  const root = resolve(folder);
  const staging = join(root, 'tmp');
  await makeFolder(staging);
  await makeFolder(join(root, 'sha256'));
  const tidy = (): Promise<void> => removeLeftovers(staging);
  await tidy();
  const stagedName = (): string => join(staging, `${process.pid}.${identity}.${randomUUID()}`);
  const folders = durableFolders(root);
  const pathOf = (sha256: string): string => join(root, 'sha256', checkedHash(sha256).slice(0, 2), sha256.slice(2, 4), sha256);

  return {
    put: (source, options) =>
      staged(stagedName(), async (file, path) => {
        const incoming = measured(source, options);
        await writeChunks(file, incoming.chunks);
        const object = incoming.object();
        await options.approve?.(object);
        await file.sync();
        const target = pathOf(object.sha256);
        const home = dirname(target);
        await folders.make(home);
        // An equal object that is already there is overwritten: the second put needs a durable name as much as the first.
        await rename(path, target);
        // Together and after the rename, so that one commit of the file system's journal serves all of them.
        await Promise.all([syncFolder(home), folders.sync(home)]);
        return object;
      }),
    open: async (sha256, range) => openPart(pathOf(sha256), range),
    async stat(sha256) {
      const sizeBytes = await stat(pathOf(sha256)).then(({ size }) => size, absent);
      return sizeBytes === null ? null : { sizeBytes };
    },
    remove: async (sha256) => rm(pathOf(sha256), { force: true }),
    // Writes bytes, because a full disk still accepts a new empty file.
    check: () =>
      staged(stagedName(), async (file, path) => {
        await file.writeFile('ready');
        await file.sync();
        await rm(path);
      }),
    list: () => filesOf(join(root, 'sha256')),
    tidy,
  };
}

/**
 * Passes a new open file at `path` to `use`. If `use` fails, the file is removed; if it succeeds, it has renamed or removed the file
 * itself.
 */
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

/**
 * Writes one block while the next one is gathered; holds at most two blocks and a chunk in memory. Syncs data along the way, so that little
 * is left for the final sync.
 */
async function writeChunks(file: FileHandle, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  let written = Promise.resolve();
  let synced = Promise.resolve();
  let unsyncedBytes = 0;
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  const write = async (): Promise<void> => {
    await written;
    const [only] = gathered;
    written = file.writeFile(only && gathered.length === 1 ? only : Buffer.concat(gathered));
    // The next `await` reports the failure; this handler only prevents an unhandled rejection if the source fails first.
    written.catch(() => undefined);
    unsyncedBytes += gatheredBytes;
    gathered = [];
    gatheredBytes = 0;
    if (unsyncedBytes < syncBytes) return;
    await synced;
    unsyncedBytes = 0;
    synced = written.then(() => file.datasync());
    synced.catch(() => undefined);
  };
  for await (const chunk of chunks) {
    gathered.push(chunk);
    gatheredBytes += chunk.length;
    if (gatheredBytes >= blockBytes) await write();
  }
  if (gatheredBytes > 0) await write();
  await written;
  await synced;
}

const blockBytes = 1_048_576;
/** Bytes between two syncs. Does not affect durability: the whole file is synced before it gets its name. */
const syncBytes = 134_217_728;

/** Size and bytes come from one open file, so that they match even if the name is replaced meanwhile. */
async function openPart(
  path: string,
  range: ByteRange | undefined,
): Promise<{ stream: ReturnType<FileHandle['createReadStream']>; sizeBytes: number }> {
  const file = await open(path, 'r').catch(absent);
  if (!file) throw new StorageError('missing');
  try {
    const { size: sizeBytes } = await file.stat();
    if (range && !(range.start >= 0 && range.start <= range.end && range.end < sizeBytes)) {
      throw new RangeError(`${range.start}-${range.end} is no part of ${sizeBytes} bytes`);
    }
    // With a known end, reading a small file allocates a small buffer.
    const part = range ?? (sizeBytes > 0 ? { start: 0, end: sizeBytes - 1 } : {});
    return { stream: file.createReadStream({ ...part, highWaterMark: chunkBytes }), sizeBytes };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* filesOf(folder: string): AsyncGenerator<ListedObject> {
  for (const outer of await readdir(folder)) {
    for (const inner of await readdir(join(folder, outer))) {
      for (const sha256 of await readdir(join(folder, outer, inner))) {
        const found = isHash(sha256) ? await stat(join(folder, outer, inner, sha256)).catch(absent) : null;
        if (found) yield { sha256, putAt: found.mtime };
      }
    }
  }
}

function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

/** Part of the names of staged files, beside the process id: distinguishes this process from a later one with the same id. */
const identity = Buffer.from(processIdentity(process.pid) ?? '').toString('base64url');

/** Removes staged files whose process has ended. Names of an earlier version hold no process: such files go after a day. */
async function removeLeftovers(staging: string): Promise<void> {
  for (const entry of await readdir(staging, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(staging, entry.name);
    const [, pid, writer] = /^(\d+)\.([\w-]*)\.[0-9a-f-]{36}$/.exec(entry.name) ?? [];
    const isOver =
      pid === undefined || writer === undefined
        ? Date.now() - (await stat(path)).mtimeMs > leftoverMs
        : !isSameProcess(Number(pid), Buffer.from(writer, 'base64url').toString());
    if (isOver) await rm(path, { force: true });
  }
}

const leftoverMs = 86_400_000;
/** Four times Node's default: each chunk costs a round trip through the thread pool and one through its consumer. */
const chunkBytes = 262_144;
