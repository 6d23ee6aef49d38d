import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

/**
 * @param use what runs with a folder in memory for its temporary files, databases included: a database of a thousand files is created four
 * times as fast there. It is the usual folder where memory is scarce.
 */
export async function inMemory(use) {
  if (freeMemory('/dev/shm') < 3e9) return use(tmpdir());
  const folder = mkdtempSync('/dev/shm/notary-tests-');
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
