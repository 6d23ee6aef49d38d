import { sql } from 'kysely';
import type { ErasureState } from '../../../domain/business/codes/erasures.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { locks } from '../../platform/db/locks.ts';

// Queries that change erasure requests and their progress.
//
// Order of locks: the user, then the erasure, then the user's data (erase-rows-store, erase-trail-store).

/** The user, locked; undefined if they do not exist. */
export async function lockErasable(tx: Tx, userId: string): Promise<{ readonly id: string } | undefined> {
  return tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst();
}

export interface NewErasure {
  readonly userId: string;
  readonly reason: string;
  readonly by: { readonly id: string; readonly name: string };
}

/** @returns its id; undefined if another one is open or was carried out. */
export async function insertErasure(tx: Tx, { userId, reason, by }: NewErasure): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into erasure (user_id, reason, requested_by, requested_name) values (${userId}, ${reason}, ${by.id}, ${by.name})
    on conflict (user_id) where state in ('requested', 'approved', 'erased', 'done') do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** Inserts an erasure that was decided before a restore, to be carried out again. @returns its id; undefined if one is open or done. */
export async function insertRepeated(tx: Tx, decided: DecidedErasure): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into erasure (user_id, state, reason, requested_by, requested_name, requested_at, decided_by, decided_name, decided_at,
      repeated_at)
    values (${decided.userId}, 'approved', ${decided.reason}, ${decided.requestedBy}, ${decided.requestedName}, ${decided.requestedAt},
      ${decided.decidedBy}, ${decided.decidedName}, ${decided.decidedAt}, clock_timestamp())
    on conflict (user_id) where state in ('requested', 'approved', 'erased', 'done') do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** The decision, which outlives a restored database. It contains no personal data. */
export interface DecidedErasure {
  readonly userId: string;
  readonly reason: string;
  readonly requestedBy: string;
  readonly requestedName: string;
  readonly requestedAt: string;
  readonly decidedBy: string;
  readonly decidedName: string;
  readonly decidedAt: string;
}

export function lockErasure(tx: Tx, id: string) {
  return tx.selectFrom('erasure').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The next approved erasure, locked together with its user; undefined if there is none. */
export async function takeApproved(tx: Tx) {
  const next = await tx
    .selectFrom('erasure')
    .select(['id', 'user_id'])
    .where('state', '=', 'approved')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!next) return undefined;
  await lockErasable(tx, next.user_id);
  const erasure = await lockErasure(tx, next.id);
  return erasure?.state === 'approved' ? erasure : undefined;
}

/** Decides a locked erasure. */
export async function decide(
  tx: Tx,
  id: string,
  { state, by, outcome }: { state: ErasureState; by: { readonly id: string; readonly name: string }; outcome: string },
): Promise<void> {
  await tx
    .updateTable('erasure')
    .set({ state, decided_by: by.id, decided_name: by.name, decided_at: sql<Date>`clock_timestamp()`, outcome })
    .where('id', '=', id)
    .execute();
}

export async function stopErasure(tx: Tx, id: string, outcome: string): Promise<void> {
  await tx.updateTable('erasure').set({ state: 'stopped', outcome }).where('id', '=', id).execute();
}

/** Records that the rows are erased. @param reason the reason without the removed words. */
export async function setErased(tx: Tx, id: string, result: { evidence: number; trailRows: number; reason: string }): Promise<void> {
  await tx
    .updateTable('erasure')
    .set({
      state: 'erased',
      erased_at: sql<Date>`clock_timestamp()`,
      evidence: result.evidence,
      trail_rows: result.trailRows,
      reason: result.reason,
    })
    .where('id', '=', id)
    .execute();
}

/** Lists a file that no row references any more. A call that puts the same content takes it off the list, or waits for its end. */
export async function noteOrphan(db: Database, sha256: string): Promise<void> {
  await sql`insert into unnamed_object (sha256) select ${sha256}
    where not exists (select from stored_object where sha256 = ${sha256}) on conflict do nothing`.execute(db);
}

/** From here on a put of the same content waits. @returns whether the file may be removed now. */
export async function takeObject(db: Database, sha256: string, settledSeconds: number): Promise<boolean> {
  const { rows } = await sql`
    update unnamed_object u set removing_at = clock_timestamp()
     where u.sha256 = ${sha256} and u.marked_at <= clock_timestamp() - make_interval(secs => ${settledSeconds})
       and (u.removing_at is null or u.removing_at < clock_timestamp() - interval '15 minutes')
       and not exists (select from stored_object o where o.sha256 = u.sha256) returning u.sha256`.execute(db);
  return rows.length > 0;
}

/** Records that the file is gone, or that a row references it again because another call has put it. */
export async function endObject(db: Database, erasureId: string, sha256: string, isRetained: boolean): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      update erased_object set ended_at = clock_timestamp(), is_kept = ${isRetained}
       where erasure_id = ${erasureId} and sha256 = ${sha256}`.execute(tx);
    await sql`delete from unnamed_object where sha256 = ${sha256}`.execute(tx);
  });
}

/** Deletes n-grams without rows from the lists' counters, because a short name would be readable there. */
export async function forgetPieces(db: Database): Promise<void> {
  await sql`select compact_list_counts()`.execute(db);
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.listCounts})`.execute(tx);
    await sql`delete from list_term where n = 0 and s1 = 0 and s2 = 0`.execute(tx);
    await sql`delete from list_count where n = 0 and s1 = 0 and s2 = 0`.execute(tx);
  });
}

/** @returns false if it was already done. */
export async function setDone(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('erasure')
    .set({ state: 'done', done_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('state', '=', 'erased')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
