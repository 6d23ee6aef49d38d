import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes a folder whose own name survives a loss of power: a new folder is an entry of its parent, and so on up. `path` is absolute. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

export interface DurableFolders {
  /** Makes a folder; its name may still be lost with the power. */
  make(folder: string): Promise<void>;
  /** Resolves when the names of a folder and of all above it are on the disk. */
  sync(folder: string): Promise<void>;
}

/**
 * Folders below `root`, each made and synced once in the life of this process. Also those that are there already: a process that was killed
 * may have made them without getting to the sync.
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

/** Puts a folder's entries on the disk: without it, a file that was renamed into it can be gone after a loss of power. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
