import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';

// What writes events, gives them their places in the feed, and drops old ones.
//
// Order of locks: the places, by an advisory lock, by who gives them; then the feed itself, for a moment, by who makes or drops a
// partition. Who writes an event takes no lock for it.

export interface WrittenEvent {
  readonly type: string;
  readonly app_id: string | null;
  readonly user_id: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** In one statement, whatever their number; their places are in the order given. */
export async function insertEvents(tx: Tx, events: readonly WrittenEvent[]): Promise<void> {
  await sql`
    insert into event_pending (type, app_id, user_id, data)
    select event ->> 'type', event ->> 'app_id', (event ->> 'user_id')::bigint, event -> 'data'
      from jsonb_array_elements(${JSON.stringify(events)}) with ordinality given (event, at)
     order by at`.execute(tx);
}

/** Gives the events of committed changes their places. @returns how many there were, at most so many. */
export async function placeEvents(db: Database, most: number): Promise<number> {
  const { rows } = await sql<{ placed: number }>`select place_events(${most}) as placed`.execute(db);
  return rows[0]?.placed ?? 0;
}

/** Drops the days that are older than events are kept. @returns how many. */
export async function dropEvents(db: Database, keepDays: number): Promise<number> {
  const { rows } = await sql<{ dropped: number }>`
    select drop_events((now() at time zone 'UTC')::date - ${keepDays}::integer) as dropped`.execute(db);
  return rows[0]?.dropped ?? 0;
}
