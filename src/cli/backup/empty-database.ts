import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { useAlone } from '../../server/platform/db/restore-lock.ts';
import { StartupError } from '../../server/platform/runtime/startup-error.ts';
import { isToBeFinished } from './restoring.ts';

/**
 * Reserves an empty database for the one connection that will fill it. Until that is released with `true`, which ends it, no server, worker
 * or command can connect.
 * @throws StartupError unless the database is empty, or holds the rows of an interrupted restore of this very backup; nobody else is
 * connected; and the account may switch triggers off.
 */
export async function takeEmptyDatabase(pool: Pool, backup = ''): Promise<PoolClient> {
  const session = await pool.connect();
  try {
    // Checked before too: naming the office's own database by mistake must not disturb its server, nor ask to stop it.
    await refuseFilled(session, backup);
    if (!(await useAlone(session)))
      throw new StartupError('The database is empty, but a server, a worker or another command is connected to it: end it, then restore.');
    await refuseFilled(session, backup);
    await refuseTriggers(session);
    return session;
  } catch (error) {
    session.release(true);
    throw error;
  }
}

async function refuseFilled(session: PoolClient, backup: string): Promise<void> {
  if (await isToBeFinished(session, backup)) return;
  const { rows } = await session.query<{ isFilled: boolean }>(`
    select exists (select from pg_class where relnamespace = current_schema()::regnamespace
      and relkind in ('r', 'p', 'v', 'm', 'S')) as "isFilled"`);
  if (rows[0]?.isFilled)
    throw new StartupError('The database is not empty: a backup is restored into a new DATA_DIR, or into an empty database.');
}

async function refuseTriggers(session: PoolClient): Promise<void> {
  await session.query('begin; set local session_replication_role = replica; commit').catch((error: unknown) => {
    if (!(error instanceof DatabaseError) || error.code !== insufficientPrivilege) throw error;
    throw new StartupError(
      'The database account may not switch triggers off, which loading a backup needs: ' +
        'GRANT SET ON PARAMETER session_replication_role to it, as a superuser.',
    );
  });
}

const insufficientPrivilege = '42501';
