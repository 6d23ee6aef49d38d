import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes a folder whose own name survives a loss of power: a new folder is an entry of its parent, and so on up. `path` is absolute. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/**
 * Makes folders below `root` durable once in the life of this process. Also those that are there already: a process that was killed
 * may have made them without getting to the sync.
 */
export function durableFolders(root: string): (folder: string) => Promise<void> {
  const durable = new Map<string, Promise<void>>();
  const make = async (folder: string): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (let made = folder; made !== root; made = dirname(made)) await syncFolder(dirname(made));
  };
  return (folder) => {
    const known = durable.get(folder) ?? make(folder);
    durable.set(folder, known);
    known.catch(() => durable.delete(folder));
    return known;
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
