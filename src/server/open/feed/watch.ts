import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

/** Wakes calls that wait for events, whichever server assigned their places. */
export interface FeedWatch {
  /** Starts watching. A caller that then reads the feed and finds nothing is woken by any wanted event that comes later. */
  begin(wanted: (event: Headline) => boolean): Promise<Arrival>;
  /** Queries at once instead of at the next turn, because this server has assigned places to events. */
  changed(): void;
}
export interface Arrival {
  /** Resolves when a wanted event has come, or when the signal is aborted. */
  happened(until: AbortSignal): Promise<void>;
  end(): void;
}
export interface Headline {
  readonly type: string;
  readonly user_id: string | null;
}

/**
 * Runs one query per turn for all waiting calls of a server, and none without waiting calls. This is cheaper than a connection for LISTEN,
 * and works the same behind a connection pooler. Waiting calls hold no database connection.
 */
export function watchFeed(db: Database, everyMs = 250): FeedWatch {
  const waiting = new Set<{ readonly wanted: (event: Headline) => boolean; readonly arrive: () => void }>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  /** The last place that was read; null while no call waits. */
  let seen: string | null = null;

  const look = async (): Promise<boolean> => {
    const headlines = await headlinesAfter(db, seen ?? '0');
    seen = headlines.at(-1)?.place ?? seen;
    for (const { wanted, arrive } of waiting) if (headlines.some(wanted)) arrive();
    return headlines.length === most;
  };
  const turn = (delayMs: number): void => {
    clearTimeout(timer);
    if (waiting.size === 0) seen = null;
    else timer = setTimeout(() => void lookOnce(), delayMs).unref();
  };
  const lookOnce = async (): Promise<void> => {
    isLooking = true;
    // A failed query is repeated at the next turn.
    const isMore = await look().catch(() => false);
    isLooking = false;
    turn(isMore ? 0 : everyMs);
  };

  /** Does nothing while a query runs, since that schedules the next turn itself. */
  const later = (delayMs: number): void => {
    if (!isLooking) turn(delayMs);
  };

  return {
    async begin(wanted) {
      if (seen === null) {
        const newest = await newestPlace(db);
        // Another call may have set it meanwhile, and queries may have advanced it.
        seen ??= newest;
      }
      let arrive = (): void => undefined;
      const arrived = new Promise<void>((resolve) => (arrive = resolve));
      const waiter = { wanted, arrive };
      waiting.add(waiter);
      if (waiting.size === 1) later(everyMs);
      return {
        happened(until) {
          if (until.aborted) arrive();
          else until.addEventListener('abort', arrive, { once: true });
          return arrived;
        },
        end: () => void waiting.delete(waiter),
      };
    },
    changed: () => later(0),
  };
}

const most = 1000;

async function headlinesAfter(db: Database, place: string): Promise<(Headline & { readonly place: string })[]> {
  const { rows } = await sql<Headline & { place: string }>`
    select place, type, user_id from event where place > ${place}::bigint order by place limit ${most}`.execute(db);
  return rows;
}

async function newestPlace(db: Database): Promise<string> {
  const { rows } = await sql<{ place: string }>`select place from event order by place desc limit 1`.execute(db);
  return rows[0]?.place ?? '0';
}
