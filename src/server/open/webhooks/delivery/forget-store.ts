import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

// Deletes attempts together with their events.
//
// Order of locks: the partitions of attempts; then deliveries, a thousand in a statement.

/** Drops the partitions of days beyond `keepDays`, and pending deliveries of those days or of deleted endpoints. */
export async function forgetAttempts(db: Database, keepDays: number): Promise<void> {
  await sql`select drop_attempts((now() at time zone 'UTC')::date - ${keepDays}::integer)`.execute(db);
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from webhook_delivery where id = any (array(
        select id from webhook_delivery d
         where place < (extract(epoch from (now() at time zone 'UTC')::date - ${keepDays}::integer) * 1000000)::bigint
            or not exists (select from webhook w where w.id = d.webhook_id)
         limit 1000))`.execute(db);
    if ((numAffectedRows ?? 0n) < 1000n) return;
  }
}
