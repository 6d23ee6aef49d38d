import { sql, type Insertable } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import { locks } from '../../platform/db/locks.ts';
import type { Tables } from '../../platform/db/tables.ts';

// All SQL that writes the trail and links its rows.
//
// Order of locks: linking takes the chain's advisory lock and nothing else. Writing a row takes no lock.

/** Inserts rows in one statement, in the given order. */
export async function insertActs(db: Tx | Database, acts: readonly Insertable<Tables['trail']>[]): Promise<void> {
  await db.insertInto('trail').values(acts).execute();
}

/** Locks the chain, so that only one server links at a time and the chain never forks. @returns the last link, undefined if empty. */
export async function lockChain(tx: Tx) {
  await sql`select pg_advisory_xact_lock(${locks.trailChain})`.execute(tx);
  return tx.selectFrom('trail_chain').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst();
}

/** Adds waiting rows to the chain, which the caller has locked. */
export async function insertLinks(
  tx: Tx,
  links: readonly { readonly seq: string; readonly trailId: string; readonly hash: Buffer }[],
): Promise<void> {
  const ids = links.map(({ trailId }) => trailId);
  await sql`
    insert into trail_chain (seq, trail_id, hash)
    select * from unnest(${links.map(({ seq }) => seq)}::bigint[], ${ids}::bigint[],
      ${links.map(({ hash }) => hash)}::bytea[])`.execute(tx);
  await sql`delete from trail_pending where trail_id = any (${ids}::bigint[])`.execute(tx);
}
