import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';

export interface OrphanedObjects {
  readonly unnamed: number;
  /** The first twenty of them, by hash. */
  readonly firstOrphaned: readonly string[];
}

/**
 * Objects in the store that no row names and that were put more than a day ago: left by a call that was refused after its file was stored
 * (its unique_id had other content), or by a server that was killed before its transaction. Nobody needs them; `collectOrphaned` removes
 * them later.
 */
export async function orphanedObjects(db: Database, store: ObjectStore, now = new Date(), batch = 500): Promise<OrphanedObjects> {
  const before = now.getTime() - settledMs;
  return unnamedObjects(db, store, (putAt) => putAt.getTime() < before, batch);
}

/**
 * Objects in the store that no row names and that were put after the newest row: after a restore to an earlier time, the files that the
 * database has lost. Includes the files of uploads in progress.
 */
export async function laterObjects(db: Database, store: ObjectStore, batch = 500): Promise<OrphanedObjects> {
  const { rows } = await sql<{ at: Date | null }>`select max(added_at) as at from stored_object`.execute(db);
  // S3 reports whole seconds, rounded down.
  const since = Math.floor((rows[0]?.at?.getTime() ?? 0) / 1000) * 1000;
  return unnamedObjects(db, store, (putAt) => putAt.getTime() >= since, batch);
}

async function unnamedObjects(
  db: Database,
  store: ObjectStore,
  isMeant: (putAt: Date) => boolean,
  batch: number,
): Promise<OrphanedObjects> {
  const found = { unnamed: 0, firstOrphaned: [] as string[] };
  let asked: string[] = [];
  const ask = async (): Promise<void> => {
    const { rows } = await sql<{ sha256: string }>`
      select given.sha256 from unnest(${asked}::text[]) given (sha256)
       where not exists (select from stored_object o where o.sha256 = given.sha256)
       order by 1`.execute(db);
    asked = [];
    found.unnamed += rows.length;
    found.firstOrphaned.push(...rows.map(({ sha256 }) => sha256).slice(0, Math.max(0, named - found.firstOrphaned.length)));
  };
  for await (const { sha256, putAt } of store.list()) {
    if (isMeant(putAt)) asked.push(sha256);
    if (asked.length >= batch) await ask();
  }
  await ask();
  return found;
}

/** Longer than any call takes from storing its file to its commit. */
export const settledMs = 86_400_000;
const named = 20;
