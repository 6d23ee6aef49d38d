import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../runtime/sync-folder.ts';

/** Creates a folder so that it survives a power failure: each new folder's entry is synced in its parent. `path` is absolute. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

export interface DurableFolders {
  /** Creates a folder. Its name may still be lost in a power failure until `sync` resolves. */
  make(folder: string): Promise<void>;
  /** Resolves when the names of a folder and of all its ancestors below the root are on the disk. */
  sync(folder: string): Promise<void>;
}

/**
 * Folders below `root`, each created and synced once in the lifetime of this process. Existing folders are synced too: a process that was
 * killed may have created them without reaching the sync.
 */
export function durableFolders(root: string): DurableFolders {
  const synced = new Map<string, Promise<void>>();
  const sync = (folder: string): Promise<void> => {
    if (folder === root) return Promise.resolve();
    const above = dirname(folder);
    const known = synced.get(folder) ?? Promise.all([syncFolder(above), sync(above)]).then(() => undefined);
    synced.set(folder, known);
    known.catch(() => synced.delete(folder));
    return known;
  };
  return {
    make: async (folder) => void (synced.has(folder) || (await mkdir(folder, { recursive: true, mode: 0o700 }))),
    sync,
  };
}
