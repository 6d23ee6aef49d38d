import { sql, type Insertable } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import { locks } from '../../platform/db/locks.ts';
import type { Tables } from '../../platform/db/tables.ts';

// All SQL that writes the trail, links its rows, and notes who opened which piece.
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

/**
 * Notes that an operator was answered the detail of an evidence, if an open application covers it. The commit does not wait for
 * the disk: after a power failure the operator opens the piece again.
 */
export async function noteOpening(db: Database, operatorId: string, number: string): Promise<void> {
  await sql`
    insert into piece_opening (operator_id, evidence_id, opened_at)
    select ${operatorId}, e.id, clock_timestamp()
      from evidence e cross join (select set_config('synchronous_commit', 'off', true)) of_this_statement
     where e.number = ${number} and exists (
       select from notarization_evidence c join notarization_order o on o.id = c.order_id
        where c.evidence_id = e.id and o.status = 'pending')
    on conflict (operator_id, evidence_id) do update set opened_at = excluded.opened_at`.execute(db);
}
