import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Config } from '../../server/platform/runtime/config.ts';
import { openDatabase, type Database } from '../../server/platform/db/database.ts';
import { requireSessions } from '../../server/platform/db/sessions/require-sessions.ts';
import { attachEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts';
import { refuseUnfinished } from '../../server/platform/db/unfinished-restore.ts';
import { openInstallation, type Purpose } from '../../server/platform/installation/open.ts';
import { requirePurpose } from '../../server/platform/installation/purpose.ts';
import { faultReason } from '../../server/platform/runtime/faults.ts';
import { StartupError } from '../../server/platform/runtime/startup-error.ts';

/**
 * Runs work on the database: the external one, the running server's own, or the embedded one, started for this command only. It makes no
 * new one: whoever mistyped DATA_DIR would take an empty installation for theirs.
 * @throws StartupError if the database cannot be used or was made for the other purpose (`requirePurpose`).
 */
export async function withDatabase<T>(
  config: Config,
  work: (db: Database, pool: Pool) => Promise<T>,
  purpose: Exclude<Purpose, 'claimed'> = 'asked',
): Promise<T> {
  const running = config.databaseUrl === undefined ? await attachEmbeddedPostgres(config.dataDir) : null;
  if (config.databaseUrl === undefined && !running) {
    if (!existsSync(join(config.dataDir, 'pg')))
      throw new StartupError(
        `No data in ${config.dataDir}. Set DATA_DIR or DATABASE_URL as the server has them; "npm start" makes a new installation.`,
      );
    const installation = await openInstallation(config, () => undefined, 'shared', purpose);
    return work(installation.db, installation.pool).finally(() => installation.close());
  }
  const address = running ? running.address : { connectionString: config.databaseUrl };
  const { db, pool } = openDatabase(address, 2);
  try {
    await (running ? Promise.resolve() : requireSessions(address))
      .then(() => refuseUnfinished(pool))
      .then(() => requirePurpose(db, config))
      .catch((error: unknown) => {
        if (error instanceof StartupError) throw error;
        throw new StartupError(`The database cannot be used: ${faultReason(error) || 'it does not answer'}.`, { cause: error });
      });
    return await work(db, pool);
  } finally {
    await pool.end();
  }
}
