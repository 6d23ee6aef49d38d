import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../runtime/startup-error.ts';
import { syncFolder } from './folders.ts';

/**
 * Replaces a file by a whole new one; resolves when its bytes and its name are on the disk. After a failure the old file or the new one is
 * there, never a part of either: who must know which reads it again.
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

/** The file's bytes; null where there is none. */
export async function readIfThere(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
