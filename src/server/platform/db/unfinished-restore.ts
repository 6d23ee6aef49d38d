import type { ClientBase, Pool } from 'pg';
import { StartupError } from '../runtime/startup-error.ts';

/** The backup whose restore into this database has begun but not finished; null if there is none. */
export async function unfinishedRestore(db: Pool | ClientBase): Promise<string | null> {
  const { rows: tables } = await db.query<{ isThere: boolean }>(`select to_regclass('restoring') is not null as "isThere"`);
  if (tables[0]?.isThere !== true) return null;
  const { rows } = await db.query<{ backup: string }>('select backup from restoring limit 1');
  return rows[0]?.backup ?? '';
}

/** @throws StartupError if a restore into the database was not finished. */
export async function refuseUnfinished(db: Pool | ClientBase): Promise<void> {
  const backup = await unfinishedRestore(db);
  if (backup !== null)
    throw new StartupError(
      `The restore of backup ${backup} into this database was broken off before it was checked: restore the same backup again, ` +
        'which goes on where it stopped.',
    );
}
