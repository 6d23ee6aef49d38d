import type { Pool } from 'pg';
import { join } from 'node:path';
import type { Config } from '../runtime/config.ts';
import { collectable } from '../storage/collectable.ts';
import { claimDataDir } from '../runtime/data-dir.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { requireSessions } from '../db/sessions/require-sessions.ts';
import type { RestoreLock } from '../db/restore-lock.ts';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { refuseUnfinished } from '../db/unfinished-restore.ts';
import { usualPatience } from '../db/upgrade/apply.ts';
import { faultReason } from '../runtime/faults.ts';
import { StartupError } from '../runtime/startup-error.ts';
import type { StagingAreas } from '../storage/staging-areas.ts';
import { claimPurpose, requirePurpose } from './purpose.ts';
import { measuredStore } from '../storage/measured-store.ts';
import { tracedAreas, tracedStore } from '../storage/traced-store.ts';
import { openStagingAreas, openStore } from './storage-url.ts';
import { claimStore, requireOwnStore } from './store-owner.ts';
import type { ObjectStore } from '../storage/store.ts';

/** The opened database and storage of one installation. */
export interface Installation {
  readonly db: Database;
  readonly pool: Pool;
  readonly store: ObjectStore;
  readonly stages: StagingAreas;
  /** Resolves with one line if the embedded database exits unexpectedly; never settles for an external one. */
  readonly databaseGone: Promise<string | null>;
  close(): Promise<void>;
}

export type Purpose = 'claimed' | 'asked' | 'any store';

/**
 * Opens the installation for the server and the admin commands. Holds the data folder until `close`. Migrates the database, except for
 * `alone`, which takes it as it is. @param purpose `claimed` records the purpose (sandbox or not) in a new database and the owner of a new
 * store, as the server does; `asked` only checks them, as commands do; `any store` does not check the store.
 * @throws StartupError, also for a database that was made for the other purpose (`claimPurpose`) and for another's store (`claimStore`)
 */
export async function openInstallation(
  config: Config,
  log: (line: string) => void,
  use: RestoreLock = 'shared',
  purpose: Purpose = 'claimed',
): Promise<Installation> {
  const claim = await claimDataDir(config.dataDir);
  try {
    const embedded =
      config.databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir: config.dataDir, bin: config.postgresBin, log }) : null;
    if (!embedded) await orExplain(requireSessions({ connectionString: config.databaseUrl }), config);
    const { db, pool } = openDatabase(embedded ? embedded.address : { connectionString: config.databaseUrl }, 20, use);
    const close = async (): Promise<void> => {
      // Not `db.destroy()`: if `db` was never used, that leaves the pool open for a minute.
      if (!pool.ending) await pool.end();
      await embedded?.stop();
      await claim.release();
    };
    try {
      const patience = { ...usualPatience, tell: log };
      const bringToRelease = () => refuseUnfinished(pool).then(() => migrate(pool, undefined, { patience }));
      await orExplain(use === 'shared' ? bringToRelease() : pool.query('select'), config);
      if (use === 'shared') await (purpose === 'claimed' ? claimPurpose : requirePurpose)(db, config);
      const backend = config.storageUrl === undefined ? 'local' : 's3';
      const files = await openStore(config.storageUrl, join(config.dataDir, 'objects'));
      if (use === 'shared' && purpose !== 'any store') await (purpose === 'claimed' ? claimStore : requireOwnStore)(config, db, files);
      // With `alone` the database is empty until it is restored: it has no table of collection marks yet.
      const store = use === 'shared' ? collectable(db, tracedStore(measuredStore(files), backend)) : files;
      const stages = tracedAreas(await openStagingAreas(config.storageUrl, join(config.dataDir, 'uploads')), backend);
      return { db, pool, store, stages, databaseGone: embedded?.exited ?? new Promise(() => undefined), close };
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    await claim.release();
    throw error;
  }
}

async function orExplain(opening: Promise<unknown>, config: Config): Promise<void> {
  const failed = await opening.then(
    () => null,
    (error: unknown) => error,
  );
  if (failed === null) return;
  if (failed instanceof StartupError) throw failed;
  const reason = faultReason(failed);
  if (config.databaseUrl === undefined) throw new StartupError(`The database cannot be brought up to date: ${reason}.`);
  throw new StartupError(`Cannot use the database of DATABASE_URL (${withoutPassword(config.databaseUrl)}): ${reason}.`);
}

function withoutPassword(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  return parsed ? `${parsed.protocol}//${parsed.host}${parsed.pathname}` : 'unreadable';
}
