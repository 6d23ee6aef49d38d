import { eventTypesNamed, type eventIntakeCalls, type EventGroup, type EventType, type OpenEvent } from '../../../contract/open/events.ts';
import type { Database } from '../../platform/db/database.ts';
import { eventIdOf, placeAt, placeOf } from '../../desk/events/event-id.ts';
import { earliestPlace, newestPlace, readEvents, type FeedRange } from '../../desk/events/read-events.ts';
import type { IntakeHandlers } from '../signed/mount.ts';
import { endingAfter } from '../../platform/runtime/time-limit.ts';
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
      // Read before the events, so that a client that continues from it misses none.
      const newest = since === undefined ? null : await newestPlace(db, client.userId);
      // Reads one more event: the cursor's own event comes first, which proves that it belongs to this feed.
      const from = after ? placeOf(after) : since === undefined ? '0' : firstPlace(since, newest);
      const range: FeedRange = { from, userId: client.userId, types, limit: after ? limit + 1 : limit };
      const read = async (): Promise<OpenEvent[]> => {
        const events = (await readEvents(db, range)).map(({ event }) => event);
        if (after === undefined) return events;
        if (events[0]?.id === after) return events.slice(1);
        // The cursor's event may also be missing because its type is not among `types`.
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

/** The first place in the feed from a time on. @param newest the place of the newest event; null if there is none. */
function firstPlace(since: 'now' | Date, newest: string | null): string {
  if (since === 'now') return newest === null ? '0' : String(BigInt(newest) + 1n);
  return placeAt(since);
}

function namedTypes(patterns: readonly (EventType | EventGroup)[]): EventType[] {
  return [...new Set(patterns.flatMap(eventTypesNamed))];
}

/** Reads repeatedly until there are events or `end` is aborted. */
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

/** @throws IntakeRefusal 410 for a cursor older than the kept events; 400 for one that is no event of this client's feed. */
async function assertKnown(db: Database, { from, userId }: FeedRange, after: string): Promise<void> {
  const [found] = await readEvents(db, { from, userId, types: null, limit: 1 });
  if (found?.event.id === after) return;
  const [kept, own] = await Promise.all([earliestPlace(db, null), earliestPlace(db, userId)]);
  const details = { earliest: own && eventIdOf(own) };
  if (kept !== null && BigInt(from) < BigInt(kept))
    throw new IntakeRefusal(410, 'gone', 'after: is older than what is kept; leave it out to begin with the earliest', details);
  throw new IntakeRefusal(400, 'malformed', 'after: is no event of this feed; leave it out to begin with the earliest', details);
}
