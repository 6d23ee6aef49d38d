import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { CallRecord } from './recorder.ts';

// Queries that write and delete records of calls.
//
// Order of locks: rows of `client_activity` in the order of their clients. Deletion locks the partitions that it empties, one after
// another, and waits a second at most.

/**
 * Writes the calls of known clients, and each client's last call. The commit does not wait for the disk, so a power loss may undo the last
 * half second.
 */
export async function insertCallRecords(db: Database | Tx, calls: readonly CallRecord[]): Promise<void> {
  const texts = (value: (call: CallRecord) => string) => sql`${calls.map(value)}::text[]`;
  await sql`
    with given as (
      select g.* from unnest(
        ${texts(({ appId }) => appId)}, ${calls.map(({ at }) => at.toISOString())}::timestamptz[], ${texts(({ call }) => call)},
        ${calls.map(({ status }) => status)}::smallint[], ${calls.map(({ ms }) => ms)}::integer[], ${texts(({ ip }) => ip)},
        ${texts(({ refusal }) => refusal)}, ${texts(({ message }) => message)}, ${texts(({ signedOver }) => signedOver)}
      ) g (app_id, at, call, status, ms, ip, refusal, message, signed_over)
      join credential using (app_id)
      cross join (select set_config('synchronous_commit', 'off', true)) of_this_statement
    ), seen as (
      insert into client_activity as known (app_id, last_call)
      select app_id, max(at) from given group by 1 order by 1
      on conflict (app_id) do update set last_call = greatest(known.last_call, excluded.last_call)
    )
    insert into call_record (slot, app_id, at, call, status, ms, ip, refusal, message, signed_over)
    select call_record_slot(list_day(at)), app_id, at, call, status, ms, ip, refusal, message, signed_over from given order by at`.execute(
    db,
  );
}

/** Deletes calls before a day in Shanghai, `yyyy-MM-dd`. @returns the number of emptied partitions. */
export async function forgetCallRecords(db: Database, before: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // Limits how long readers of a partition wait behind this lock; the next run tries again.
    await sql`set local lock_timeout = '1s'`.execute(tx);
    const { rows } = await sql<{ emptied: number }>`select forget_call_records(${before}::date) as emptied`.execute(tx);
    return rows[0]?.emptied ?? 0;
  });
}
