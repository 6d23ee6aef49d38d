import { open } from 'node:fs/promises';

/** Syncs a folder's entries to disk. Without it, a file that was renamed into the folder can be lost in a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
