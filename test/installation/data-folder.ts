import { spawnSync } from 'node:child_process';

/** Puts what lies in a data folder, of a server or a PostgreSQL that was closed, into another one. */
export function copyDataFolder(from: string, folder: string): void {
  // With owners and modes: under root the database's files belong to another user.
  const copied = spawnSync('cp', ['-a', '--reflink=auto', `${from}/.`, folder]);
  if (copied.status !== 0) throw new Error(copied.stderr.toString());
}
