import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../runtime/startup-error.ts';
import { syncFolder } from '../runtime/sync-folder.ts';

/**
 * Replaces a file atomically. Resolves when its bytes and its name are on the disk. After a failure either the old or the new file is
 * there, never a part of one; a caller that must know which one reads the file again.
 */
export async function writeDurably(path: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  const draft = `${path}.${process.pid}.${randomUUID()}.tmp`;
  const file = await open(draft, 'wx', mode);
  try {
    await file.writeFile(content);
    await file.sync();
    await file.close();
    await rename(draft, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** The file's bytes, or null if there is no such file. */
export async function readIfThere(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
