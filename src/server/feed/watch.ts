import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** Wakes calls that wait for events, whichever server placed those. */
export interface FeedWatch {
  /** Begins to look. Who reads the feed after this and finds nothing is woken by whatever is wanted and comes later. */
  begin(wanted: (event: Headline) => boolean): Promise<Arrival>;
  /** Events got their places by this server: looks at once, not at the next turn. */
  changed(): void;
}
export interface Arrival {
  /** Resolves once something wanted has come, and at the latest when the signal is aborted. */
  happened(until: AbortSignal): Promise<void>;
  end(): void;
}
export interface Headline {
  readonly type: string;
  readonly user_id: string | null;
}

/**
 * One query a turn for all calls that wait at a server, and none while there is none: cheaper than a connection that listens, and the same
 * behind a pooler of connections. Nobody holds a connection while waiting.
 */
export function watchFeed(db: Database, everyMs = 250): FeedWatch {
  const waiting = new Set<{ readonly wanted: (event: Headline) => boolean; readonly arrive: () => void }>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  /** The last place that was looked at; null while nobody waits. */
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
    // A look that failed is made again.
    const isMore = await look().catch(() => false);
    isLooking = false;
    turn(isMore ? 0 : everyMs);
  };

  /** What is under way sets the next turn itself. */
  const later = (delayMs: number): void => {
    if (!isLooking) turn(delayMs);
  };

  return {
    async begin(wanted) {
      if (seen === null) {
        const newest = await newestPlace(db);
        // Another call may have begun meanwhile, and looked further.
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
