import { sql, type Insertable } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import { locks } from '../db/locks.ts';
import type { Tables } from '../db/tables.ts';

// What writes the trail, and links its rows.
//
// Order of locks: the chain, by an advisory lock, by who links, and nothing else. Who writes a row takes no lock for it.

/** In one statement, in the order given. */
export async function insertActs(db: Tx | Database, acts: readonly Insertable<Tables['trail']>[]): Promise<void> {
  await db.insertInto('trail').values(acts).execute();
}

/** Lets one server at a time link, so that the chain never forks. @returns its last link. */
export async function lockChain(tx: Tx) {
  await sql`select pg_advisory_xact_lock(${locks.trailChain})`.execute(tx);
  return tx.selectFrom('trail_chain').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst();
}

/** Puts rows that wait into the chain, which is locked. */
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
