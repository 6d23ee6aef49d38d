import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';

// All SQL that writes events, assigns their places in the feed, and drops old ones.
//
// Order of locks: the places, by an advisory lock, when they are assigned; then the feed itself, briefly, when a partition is created or
// dropped. Writing an event takes no lock.

export interface WrittenEvent {
  readonly type: string;
  readonly app_id: string | null;
  readonly user_id: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Inserts events in one statement; they will get their places in the given order. */
export async function insertEvents(tx: Tx, events: readonly WrittenEvent[]): Promise<void> {
  await sql`
    insert into event_pending (type, app_id, user_id, data)
    select event ->> 'type', event ->> 'app_id', (event ->> 'user_id')::bigint, event -> 'data'
      from jsonb_array_elements(${JSON.stringify(events)}) with ordinality given (event, at)
     order by at`.execute(tx);
}

/** Assigns places to committed events. @returns how many, at most `most`. */
export async function placeEvents(db: Database, most: number): Promise<number> {
  const { rows } = await sql<{ placed: number }>`select place_events(${most}) as placed`.execute(db);
  return rows[0]?.placed ?? 0;
}

/** Drops the days of events that are older than `keepDays`. @returns how many days. */
export async function dropEvents(db: Database, keepDays: number): Promise<number> {
  const { rows } = await sql<{ dropped: number }>`
    select drop_events((now() at time zone 'UTC')::date - ${keepDays}::integer) as dropped`.execute(db);
  return rows[0]?.dropped ?? 0;
}
