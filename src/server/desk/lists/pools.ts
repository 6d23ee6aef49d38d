import type { ClientBase, Pool, PoolConfig } from 'pg';
import { useShared } from '../../platform/db/restore-lock.ts';
import { openPool } from '../../platform/db/pool.ts';
import { primaryReader, type Reader } from '../../platform/db/replica/reader.ts';
import type { Replica } from '../../platform/db/replica/replica.ts';
import { Singleflight } from './sharing/singleflight.ts';
import { HeavyQueryQueue } from './sharing/heavy-query-queue.ts';

/**
 * The connections for reading lists, separate from those that write: `hot` for statements whose cost does not depend on the table's size,
 * `heavy` for counts over many rows, `streams` for exports. Call `close` at the end.
 */
export interface Lists {
  readonly hot: Pool;
  readonly heavy: Pool;
  readonly streams: Pool;
  /** Readers over these pools, or over a replica's, if one is configured and the call may read from it. Lists read through these. */
  readonly reads: Readonly<Record<'hot' | 'heavy' | 'streams', Reader>>;
  readonly replica: Replica | null;
  readonly shared: Singleflight;
  /** The queue of heavy reads. */
  readonly slow: HeavyQueryQueue;
  readonly turns: Thresholds;
  close(): Promise<void>;
}

/** Numbers of rows at which another way of reading becomes cheaper; measured at 1 M rows (docs/decisions/0002-list-engine.md). */
export interface Thresholds {
  /** Up to this offset, skipping rows costs less than asking the counters where the page starts. */
  readonly near: number;
  /** Up to this many hits, finding and sorting all of them is cheaper than walking past the rows between them. */
  readonly sorted: number;
  /** If the counters know only an upper bound, up to this many candidates are searched at once. */
  readonly confirmed: number;
  /** A walk past up to this many rows (about 20 ms) may run outside the heavy-query queue. */
  readonly hot: number;
  /** Searches with more candidates than this (about 2 s), each of which must be read to confirm the keyword, are refused. */
  readonly searched: number;
  /** The time limit of one turn in the heavy-query queue. */
  readonly heavyMs: number;
}

/** @param replica is closed with the pools. */
export function openLists(connection: PoolConfig, turns: Partial<Thresholds> = {}, replica: Replica | null = null): Lists {
  const hot = openWith(connection, 8, settings.hot);
  const heavy = openWith(connection, 1, settings.heavy);
  const streams = openWith(connection, exportConnections, settings.streams);
  const readerOf = (pool: Pool, set: string): Reader =>
    replica === null ? primaryReader(pool) : replica.reader(pool, (client) => prepare(client, set));
  return {
    hot,
    heavy,
    streams,
    reads: {
      hot: readerOf(hot, settings.hot),
      heavy: readerOf(heavy, settings.heavy),
      streams: readerOf(streams, settings.streams),
    },
    replica,
    shared: new Singleflight(2),
    slow: new HeavyQueryQueue(1),
    turns: { near: 100, sorted: 2_000, confirmed: 50_000, hot: 20_000, searched: 500_000, heavyMs: 5000, ...turns },
    close: async () => {
      await Promise.all([hot.end(), heavy.end(), streams.end(), replica?.close()]);
    },
  };
}

const settings = {
  // Hot statements have one good plan for all values; planning them each time would cost more than running them.
  hot: "set plan_cache_mode = force_generic_plan; set jit = off; set statement_timeout = '10s'",
  heavy: "set plan_cache_mode = force_custom_plan; set jit = off; set max_parallel_workers_per_gather = 0; set work_mem = '64MB'",
  streams: "set jit = off; set cursor_tuple_fraction = 1; set idle_in_transaction_session_timeout = '5min'",
};

/** The number of exports whose rows are read at the same time. */
export const exportConnections = 2;

async function prepare(client: ClientBase, set: string): Promise<void> {
  await client.query(set);
}

function openWith(connection: PoolConfig, max: number, set: string): Pool {
  const prepareShared = (client: ClientBase): Promise<void> => useShared(client).then(() => prepare(client, set));
  return openPool({ ...connection, max, connectionTimeoutMillis: 30_000 }, prepareShared);
}
