import type { Pool, PoolClient } from 'pg';
import { unfinishedRestore } from '../../server/platform/db/unfinished-restore.ts';
import { StartupError } from '../../server/platform/runtime/startup-error.ts';

/** Written with the rows of a backup and dropped after the final check. No server starts on the database until then. */
export async function markUnfinished(session: PoolClient, backup: string): Promise<void> {
  await session.query('create table restoring (backup text not null, since timestamptz not null default clock_timestamp())');
  await session.query('insert into restoring (backup) values ($1)', [backup]);
}

export async function markFinished(session: PoolClient): Promise<void> {
  await session.query('drop table restoring');
}

/** Whether an interrupted restore already loaded the rows of this backup. @throws StartupError for another backup's rows. */
export async function isToBeFinished(pool: Pool | PoolClient, backup: string): Promise<boolean> {
  const unfinished = await unfinishedRestore(pool);
  if (unfinished === null || unfinished === backup) return unfinished !== null;
  throw new StartupError(
    `In this database the restore of backup ${unfinished} was broken off: restore that one again, or give this one an empty database.`,
  );
}
