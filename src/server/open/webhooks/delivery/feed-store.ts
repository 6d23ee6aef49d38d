import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

// Queries that create deliveries from events.
//
// Order of locks: the row with the feed's read position, then new deliveries.

/** Whether there are unread events. */
export async function isBehind(db: Database): Promise<boolean> {
  const { rows } = await sql<{ behind: boolean }>`
    select exists (select from event where place > (select place from webhook_feed)) as behind`.execute(db);
  return rows[0]?.behind === true;
}

/**
 * Reads on in the feed and queues each event for every endpoint that subscribes to it. One server at a time does it; the others go on with
 * what is queued. Test events are queued by the caller that sends them, for one endpoint only. @returns how many events were read.
 */
export async function queueNewEvents(db: Database, most = 500): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // The position and the deliveries are lost together or not at all; if lost, both are made again.
    await sql`set local synchronous_commit = off`.execute(tx);
    const feed = await tx.selectFrom('webhook_feed').select('place').forUpdate().skipLocked().executeTakeFirst();
    if (!feed) return 0;
    // Events from before the oldest endpoint go to no endpoint.
    const { since } = await tx
      .selectFrom('webhook')
      .select(sql<string>`greatest(${feed.place}::bigint, min(after_place))`.as('since'))
      .executeTakeFirstOrThrow();
    const places = await tx.selectFrom('event').select('place').where('place', '>', since).orderBy('place').limit(most).execute();
    const until = places.at(-1)?.place;
    if (until === undefined) return 0;
    await sql`
      with read as (
        select place, user_id, array['*', split_part(type, '.', 1) || '.*', type] as names
          from event where place > ${since}::bigint and place <= ${until}::bigint and type <> 'webhook.test'
      ), endpoint as (
        select w.id, w.types, w.after_place, c.kind, c.user_id
          from webhook w join credential c on c.app_id = w.app_id where w.status = 'enabled'
      ), wanted as (
        select w.id, e.place from read e join endpoint w on w.kind = 'platform'
         where w.types && e.names and w.after_place < e.place
        union all
        select w.id, e.place from read e join endpoint w on w.kind = 'enterprise' and w.user_id = e.user_id
         where w.types && e.names and w.after_place < e.place
      )
      insert into webhook_delivery (webhook_id, place, kind) select id, place, 'event' from wanted order by place, id`.execute(tx);
    await tx.updateTable('webhook_feed').set({ place: until }).execute();
    return places.length;
  });
}
