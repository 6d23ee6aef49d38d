import { eventTypesNamed, type eventIntakeCalls, type EventGroup, type EventType, type OpenEvent } from '../../contract/open/events.ts';
import type { Database } from '../db/database.ts';
import { eventIdOf, placeAt, placeOf } from '../events/event-id.ts';
import { earliestPlace, newestPlace, readEvents, type FeedRange } from '../events/read-events.ts';
import type { IntakeHandlers } from '../signed/mount.ts';
import { endingAfter } from '../runtime/time-limit.ts';
import { IntakeRefusal } from '../signed/refusal.ts';
import type { FeedWatch } from './watch.ts';

interface FeedDeps {
  readonly db: Database;
  readonly watch: FeedWatch;
}

export function feedOpenRoutes({ db, watch }: FeedDeps): IntakeHandlers<typeof eventIntakeCalls> {
  return {
    async listEvents({ query: { after, since, type, limit, wait }, client, leaving }) {
      const types = type ? namedTypes(type) : null;
      // Before anything is read: who goes on from it misses nothing.
      const newest = since === undefined ? null : await newestPlace(db, client.userId);
      // One more than asked for: the cursor itself comes first, and so is known to be of this feed.
      const from = after ? placeOf(after) : since === undefined ? '0' : firstPlace(since, newest);
      const range: FeedRange = { from, userId: client.userId, types, limit: after ? limit + 1 : limit };
      const read = async (): Promise<OpenEvent[]> => {
        const events = (await readEvents(db, range)).map(({ event }) => event);
        if (after === undefined) return events;
        if (events[0]?.id === after) return events.slice(1);
        // As with other types than the cursor's.
        await assertKnown(db, range, after);
        return events.slice(0, limit);
      };
      let list = await read();
      if (list.length === 0 && wait > 0) list = await waitFor(watch, read, range, endingAfter(wait * 1000, leaving()));
      return { list, next: list.at(-1)?.id ?? after ?? (newest && eventIdOf(newest)) };
    },

    async getMe({ client: { appId, kind, userId, name } }) {
      return { app_id: appId, kind, user_id: userId, name };
    },
  };
}

/** Where a time lies in the feed. @param newest the place of the newest event; null for none. */
function firstPlace(since: 'now' | Date, newest: string | null): string {
  if (since === 'now') return newest === null ? '0' : String(BigInt(newest) + 1n);
  return placeAt(since);
}

function namedTypes(patterns: readonly (EventType | EventGroup)[]): EventType[] {
  return [...new Set(patterns.flatMap(eventTypesNamed))];
}

/** Reads again until there is something, or the time is over. */
async function waitFor(
  watch: FeedWatch,
  read: () => Promise<OpenEvent[]>,
  { userId, types }: FeedRange,
  end: AbortSignal,
): Promise<OpenEvent[]> {
  for (;;) {
    const arrival = await watch.begin(
      (event) => (userId === null || event.user_id === userId) && (types === null || types.some((type) => type === event.type)),
    );
    try {
      const list = await read();
      if (list.length > 0 || end.aborted) return list;
      await arrival.happened(end);
    } finally {
      arrival.end();
    }
  }
}

/** @throws IntakeRefusal 410 for a cursor older than what is kept; 400 for one of another feed, or of another's event. */
async function assertKnown(db: Database, { from, userId }: FeedRange, after: string): Promise<void> {
  const [found] = await readEvents(db, { from, userId, types: null, limit: 1 });
  if (found?.event.id === after) return;
  const [kept, own] = await Promise.all([earliestPlace(db, null), earliestPlace(db, userId)]);
  const told = { earliest: own && eventIdOf(own) };
  if (kept !== null && BigInt(from) < BigInt(kept))
    throw new IntakeRefusal(410, 'gone', 'after: is older than what is kept; leave it out to begin with the earliest', told);
  throw new IntakeRefusal(400, 'malformed', 'after: is no event of this feed; leave it out to begin with the earliest', told);
}
