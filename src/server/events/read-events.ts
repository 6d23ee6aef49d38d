import { sql } from 'kysely';
import type { EventType, OpenEvent } from '../../contract/open/events.ts';
import type { Database } from '../db/database.ts';
import { eventIdOf } from './event-id.ts';

export interface FeedRange {
  /** Places from here on, this one included. */
  readonly from: string;
  /** Whose events; null for everybody's. */
  readonly userId: string | null;
  /** Null for all. */
  readonly types: readonly EventType[] | null;
  readonly limit: number;
}

/** An event with its place in the feed. */
export interface PlacedEvent {
  readonly place: string;
  /** As the open API and webhooks tell it. */
  readonly event: OpenEvent;
}

interface Row {
  readonly place: string;
  readonly type: string;
  readonly at: Date;
  readonly user_id: string | null;
  readonly data: Record<string, unknown>;
}

/** Events of a range, oldest first. The partitions before it are not looked at, and of those behind it as few as the limit needs. */
export async function readEvents(db: Database, { from, userId, types, limit }: FeedRange): Promise<PlacedEvent[]> {
  const columns = sql`place, type, at, user_id, data`;
  const isOwn = userId === null ? sql`` : sql`and user_id = ${userId}::bigint`;
  // Of everybody's events those of some types are found by the index of each type; an enterprise's own are few.
  const { rows } = await (types !== null && userId === null
    ? sql<Row>`
        select e.* from unnest(${[...types]}::text[]) named (type)
         cross join lateral (
           select ${columns} from event where event.type = named.type and place >= ${from}::bigint order by place limit ${limit}
         ) e
         order by e.place limit ${limit}`
    : sql<Row>`
        select ${columns} from event
         where place >= ${from}::bigint ${isOwn} ${types === null ? sql`` : sql`and type = any (${[...types]}::text[])`}
         order by place limit ${limit}`
  ).execute(db);
  return rows.map(placed);
}

/** The earliest event that is kept, of a user or of all. @returns its place; null where there is none. */
export async function earliestPlace(db: Database, userId: string | null): Promise<string | null> {
  const [first] = await readEvents(db, { from: '0', userId, types: null, limit: 1 });
  return first?.place ?? null;
}

/** The newest event, of a user or of all. @returns its place; null where there is none. */
export async function newestPlace(db: Database, userId: string | null): Promise<string | null> {
  const newest = await db
    .selectFrom('event')
    .select('place')
    .$if(userId !== null, (query) => query.where('user_id', '=', userId))
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.place ?? null;
}

function placed({ place, type, at, user_id, data }: Row): PlacedEvent {
  const event = { id: eventIdOf(place), type, timestamp: at.toISOString(), data: { user_id, ...data } };
  // What `emit` takes, and the functions of the database write, is of this type; fsck looks at it. One bad row must not end the feed.
  return { place, event: event as OpenEvent };
}
