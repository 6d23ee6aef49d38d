import { sql } from 'kysely';
import type { MadeEvidence } from '../../../custody/evidence/make-evidence.ts';
import type { Database } from '../../../platform/db/database.ts';
import { hasEnded, leaseEnd } from '../../../platform/db/lease.ts';

// Queries that store incoming evidence and hold points for it.
//
// Order of locks: the unique_ids, by the advisory locks of `signed/store`, in the order of their keys; the marks, in the order of their
// hashes; the balances, in the order of the accounts' ids; the holds. The database functions lock in this order, each in one statement.

export type Receipt = Record<'baoquan' | 'sha256' | 'saveTime', string>;

/** The result for one evidence of a batch: `kept`, `repeated` with the first answer, or why it was not stored. */
export interface StoredAnswer {
  readonly outcome: string;
  readonly answer: Receipt | null;
}

/**
 * Stores what can be stored of a batch, each evidence for its price and once per unique_id. It is one statement, so one transaction and one
 * round trip. @param batch has distinct unique_ids; `place` counts from 1. @returns the answers in the order of the batch.
 */
export async function insertBatch(
  db: Database,
  batch: readonly MadeEvidence[],
  price: number,
  savedAt: Date,
): Promise<(StoredAnswer | undefined)[]> {
  // The function names are those of release 1.0.0, whose servers may run beside this one during an upgrade.
  const keep = batch.some(({ given }) => given['mark'] !== undefined) ? sql`keep_marked_orders` : sql`keep_orders`;
  const { rows } = await sql<StoredAnswer & { place: number }>`
    select * from ${keep}(${JSON.stringify(batch.map(({ given }) => given))}::json,
      ${batch.map(({ entry }) => entry)}::bytea[], ${batch.map(({ details }) => details)}::bytea[], ${price}, ${savedAt})`.execute(db);
  const answers = new Map(rows.map((row) => [row.place, row]));
  return batch.map((_, at) => answers.get(at + 1));
}

/** Holds points for a call if the balance covers them. @returns the hold's id; null if it does not. */
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

/** Deletes expired holds, which dead servers left behind. */
export async function deleteEndedHolds(db: Database): Promise<void> {
  await db
    .deleteFrom('points_hold')
    .where(hasEnded(sql.ref('expires_at')))
    .execute();
}
