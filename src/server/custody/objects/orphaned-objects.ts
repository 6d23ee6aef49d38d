import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { ObjectStore } from '../../storage/store.ts';

export interface OrphanedObjects {
  readonly unnamed: number;
  /** Of these, the first twenty, by hash. */
  readonly firstOrphaned: readonly string[];
}

/**
 * Objects of the store that no row names, put more than a day ago: what a call left that was refused after its file was stored (its
 * unique_id had other content), or a server that was killed before its transaction. Nobody is owed them; `collectOrphaned` removes them in
 * time.
 */
export async function orphanedObjects(db: Database, store: ObjectStore, now = new Date(), batch = 500): Promise<OrphanedObjects> {
  const before = now.getTime() - settledMs;
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
    if (putAt.getTime() < before) asked.push(sha256);
    if (asked.length >= batch) await ask();
  }
  await ask();
  return found;
}

/** Longer than any call takes from its file to its commit. */
export const settledMs = 86_400_000;
const named = 20;
