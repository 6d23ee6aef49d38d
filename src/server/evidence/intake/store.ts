import { sql } from 'kysely';
import type { MadeEvidence } from '../../custody/evidence/make-evidence.ts';
import type { Database } from '../../db/database.ts';
import { hasEnded, leaseEnd } from '../../db/lease.ts';

// What stores evidence that comes in, and holds points for it.
//
// Order of locks: the unique_ids, by the advisory locks of `signed/store`, in the order of their keys; the marks that are handed in, in
// the order of their hashes; the balances, in the order of the accounts' ids; the holds. The functions of the database keep it, each in
// one statement.

export type Receipt = Record<'baoquan' | 'sha256' | 'saveTime', string>;

/** What became of one evidence of a batch: `kept`, `repeated` with its first answer, or why it was not stored. */
export interface StoredAnswer {
  readonly outcome: string;
  readonly answer: Receipt | null;
}

/**
 * Stores what can be stored of a batch, each for its price and once for its unique_id, in one statement, which is one transaction and one
 * round trip. @param batch of different unique_ids; `place` counts from 1. @returns the answers in the order of the batch.
 */
export async function insertBatch(
  db: Database,
  batch: readonly MadeEvidence[],
  price: number,
  savedAt: Date,
): Promise<(StoredAnswer | undefined)[]> {
  // Both keep the names of release 1.0.0, whose servers call them beside this program while an upgrade is under way.
  const keep = batch.some(({ given }) => given['mark'] !== undefined) ? sql`keep_marked_orders` : sql`keep_orders`;
  const { rows } = await sql<StoredAnswer & { place: number }>`
    select * from ${keep}(${JSON.stringify(batch.map(({ given }) => given))}::json,
      ${batch.map(({ entry }) => entry)}::bytea[], ${batch.map(({ details }) => details)}::bytea[], ${price}, ${savedAt})`.execute(db);
  const answers = new Map(rows.map((row) => [row.place, row]));
  return batch.map((_, at) => answers.get(at + 1));
}

/** Holds points for a call while the balance covers them. @returns the hold's id; null where it does not. */
export async function takeHold(
  db: Database,
  { appId, uniqueId, userId }: { readonly appId: string; readonly uniqueId: string; readonly userId: string },
  price: number,
  leaseSeconds: number,
): Promise<string | null> {
  const { rows } = await sql<{ hold: string | null }>`
    select hold_points(${userId}::bigint, ${appId}, ${uniqueId}, ${price}::bigint, make_interval(secs => ${leaseSeconds})) as hold`.execute(
    db,
  );
  return rows[0]?.hold ?? null;
}

export async function renewHolds(db: Database, holds: readonly string[], leaseSeconds: number): Promise<void> {
  await sql`update points_hold set expires_at = ${leaseEnd(leaseSeconds)} where id = any(${holds}::bigint[])`.execute(db);
}

export async function deleteHold(db: Database, hold: string): Promise<void> {
  await sql`delete from points_hold where id = ${hold}`.execute(db);
}

/** Forgets the holds of servers that are gone. */
export async function deleteEndedHolds(db: Database): Promise<void> {
  await db
    .deleteFrom('points_hold')
    .where(hasEnded(sql.ref('expires_at')))
    .execute();
}
