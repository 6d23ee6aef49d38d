import { spawnSync } from 'node:child_process';

/** Copies the content of a data folder, of a closed server or PostgreSQL, into another one. */
export function copyDataFolder(from: string, folder: string): void {
  // With owners and modes: as root, the database's files belong to another user.
  const copied = spawnSync('cp', ['-a', '--reflink=auto', `${from}/.`, folder]);
  if (copied.status !== 0) throw new Error(copied.stderr.toString());
}
