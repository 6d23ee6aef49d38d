import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

/**
 * @param use what runs with a folder in memory for its temporary files, databases included: a database of a thousand files is created four
 * times as fast there. It is the usual folder where memory is scarce.
 * @param bytes what must be free.
 */
export async function inMemory(use, bytes = 3e9) {
  if (freeMemory('/dev/shm') < bytes) return use(tmpdir());
  const folder = mkdtempSync('/dev/shm/notary-tests-');
  // For root's tests, whose PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
  // Ctrl+C ends the tools, and then the folder is removed; a second one ends this program too.
  process.once('SIGINT', () => undefined);
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns bytes; 0 where there is no such file system. */
function freeMemory(fileSystem) {
  if (!existsSync(fileSystem)) return 0;
  const { bavail, bsize } = statfsSync(fileSystem);
  return Math.min(bavail * bsize, freemem());
}
