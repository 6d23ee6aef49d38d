import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createLoader } from '../db/batches/loader.ts';
import type { Database } from '../db/database.ts';
import type { ObjectStore } from './store.ts';

/**
 * Wraps a store so that its puts cooperate with the collector of orphaned objects, on whichever server that runs. Before an object gets its
 * name, its row of `unnamed_object` is deleted, so that the collector does not remove an object that was just put. If the collector is
 * removing the object at this moment, the put waits until that is over and then stores it.
 */
export function collectable(db: Database, store: ObjectStore): ObjectStore {
  const findOrphan = createLoader((hashes: string[]) => orphansOf(db, hashes));
  const removeOrphan = async (sha256: string): Promise<void> => {
    for (let orphan = await findOrphan(sha256); orphan !== undefined; orphan = await findOrphan(sha256)) {
      const { rows } = await sql`
        delete from unnamed_object
          where sha256 = ${sha256} and (removing_at is null or removing_at < clock_timestamp() - make_interval(secs => ${removalSeconds}))
          returning sha256`.execute(db);
      if (rows.length === 0) await sleep(200);
    }
  };
  const { join } = store;
  const keptJoin: typeof join = async (parts, object) => {
    await removeOrphan(object.sha256);
    await join?.(parts, object);
  };
  return {
    ...store,
    ...(join && { join: keptJoin }),
    put: (source, options) =>
      store.put(source, {
        ...options,
        async approve(object) {
          await options.approve?.(object);
          await removeOrphan(object.sha256);
        },
      }),
  };
}

/** Longer than a storage may take to carry out or reject a removal: a removal that began earlier than this is over. */
export const removalSeconds = 900;

async function orphansOf(db: Database, hashes: readonly string[]): Promise<Map<string, true>> {
  const { rows } = await sql<{ sha256: string }>`select sha256 from unnamed_object where sha256 = any(${[...hashes]}::text[])`.execute(db);
  return new Map(rows.map(({ sha256 }) => [sha256, true]));
}
