import type { Pool, PoolClient } from 'pg';
import { unfinishedRestore } from '../../server/db/unfinished-restore.ts';
import { StartupError } from '../../server/runtime/startup-error.ts';

/** Written with the rows of a backup, and taken away when everything has been looked at: until then no server starts on them. */
export async function markUnfinished(session: PoolClient, backup: string): Promise<void> {
  await session.query('create table restoring (backup text not null, since timestamptz not null default clock_timestamp())');
  await session.query('insert into restoring (backup) values ($1)', [backup]);
}

export async function markFinished(session: PoolClient): Promise<void> {
  await session.query('drop table restoring');
}

/** Whether the rows of this backup are there already, of a restore that was broken off behind them. @throws StartupError for another's. */
export async function isToBeFinished(pool: Pool | PoolClient, backup: string): Promise<boolean> {
  const unfinished = await unfinishedRestore(pool);
  if (unfinished === null || unfinished === backup) return unfinished !== null;
  throw new StartupError(
    `In this database the restore of backup ${unfinished} was broken off: restore that one again, or give this one an empty database.`,
  );
}
