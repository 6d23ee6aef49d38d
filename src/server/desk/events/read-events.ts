import { sql } from 'kysely';
import type { EventType, OpenEvent } from '../../../contract/open/events.ts';
import type { Database } from '../../platform/db/database.ts';
import { eventIdOf } from './event-id.ts';

export interface FeedRange {
  /** The first place, inclusive. */
  readonly from: string;
  /** Only events of this user; null for all. */
  readonly userId: string | null;
  /** Null for all. */
  readonly types: readonly EventType[] | null;
  readonly limit: number;
}

/** An event with its place in the feed. */
export interface PlacedEvent {
  readonly place: string;
  /** In the form of the open API and webhooks. */
  readonly event: OpenEvent;
}

interface Row {
  readonly place: string;
  readonly type: string;
  readonly at: Date;
  readonly user_id: string | null;
  readonly data: Record<string, unknown>;
}

/** Reads events of a range, oldest first. Earlier partitions are not scanned, and of later ones only as many as the limit needs. */
export async function readEvents(db: Database, { from, userId, types, limit }: FeedRange): Promise<PlacedEvent[]> {
  const columns = sql`place, type, at, user_id, data`;
  const isOwn = userId === null ? sql`` : sql`and user_id = ${userId}::bigint`;
  // Without a user, events of some types are found by the index on type; one user's events are few.
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

/** The place of the earliest event that is kept, of a user or of all; null if there is none. */
export async function earliestPlace(db: Database, userId: string | null): Promise<string | null> {
  const [first] = await readEvents(db, { from: '0', userId, types: null, limit: 1 });
  return first?.place ?? null;
}

/** The place of the newest event, of a user or of all; null if there is none. */
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
  // Not parsed, because one bad row must not break the feed. `emit` and the database functions write this type; fsck checks it.
  return { place, event: event as OpenEvent };
}
