import { DatabaseError, type ClientBase } from 'pg';
import { StartupError } from '../runtime/startup-error.ts';
import { build } from '../runtime/build.ts';
import { locks } from './locks.ts';
import { versionCode } from './upgrade/version-code.ts';

/**
 * Every connection of this program holds one advisory lock of its database for its lifetime: shared, or exclusively (`alone`) while a
 * backup is restored. So a database cannot be used while it is restored, nor restored while it is used. A process that dies or loses its
 * connection leaves no lock behind (docs/decisions/0021-backup.md).
 */
export type RestoreLock = 'shared' | 'alone';

/**
 * Takes the shared lock on a new connection, and a lock that names the release, so that an upgrade sees which releases use the database
 * (upgrade/older-programs.ts). @throws StartupError while a backup is being restored into the database.
 */
export async function useShared(client: ClientBase): Promise<void> {
  const release = `pg_advisory_lock_shared(${locks.releases}, ${versionCode(build.version)})`;
  if (!(await hasTaken(client, `pg_advisory_lock_shared(${locks.use}), ${release}`)))
    throw new StartupError('A backup is being restored into this database; it can be used when that is done.');
}

/** Takes the exclusive lock for the connection's lifetime. False if the program has other connections to the database. */
export async function useAlone(client: ClientBase): Promise<boolean> {
  return hasTaken(client, `pg_advisory_lock(${locks.use})`);
}

/**
 * The lock outlives the transaction, which only sets the timeout. The wait of one second is for connections of a process that has just
 * ended, which PostgreSQL notices a moment later.
 */
async function hasTaken(client: ClientBase, taking: string): Promise<boolean> {
  try {
    await client.query(`begin; set local lock_timeout = '1s'; select ${taking}; ${endsWithMachine}; commit`);
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === lockNotAvailable) return false;
    throw error;
  }
}

const lockNotAvailable = '55P03';

/**
 * A machine that is gone without a word keeps its locks until PostgreSQL misses it: with the settings that systems have, two hours later,
 * and all others wait. So it is asked after ten seconds, and given up after 25; what was sent to it, after 30. They are of TCP alone.
 */
const endsWithMachine =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set tcp_user_timeout = 30000';
