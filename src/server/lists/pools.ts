import type { ClientBase, Pool, PoolConfig } from 'pg';
import { useShared } from '../db/restore-lock.ts';
import { openPool } from '../db/pool.ts';
import { primaryReader, type Reader } from '../db/replica/reader.ts';
import type { Replica } from '../db/replica/replica.ts';
import { Singleflight } from './singleflight.ts';
import { HeavyQueryQueue } from './heavy-query-queue.ts';

/**
 * The connections that lists are read through, apart from those that write: `hot` for what costs about the same at any size of the
 * table, `heavy` for counts that must look at many rows, `streams` for exports. Call `close` at the end.
 */
export interface Lists {
  readonly hot: Pool;
  readonly heavy: Pool;
  readonly streams: Pool;
  /** The same, or a replica's where one is configured and the call may be answered from it: what lists read through. */
  readonly reads: Readonly<Record<'hot' | 'heavy' | 'streams', Reader>>;
  readonly replica: Replica | null;
  readonly shared: Singleflight;
  /** Where heavy reads wait for one another. */
  readonly slow: HeavyQueryQueue;
  readonly turns: Thresholds;
  close(): Promise<void>;
}

/** Where another way becomes the cheaper one, in rows; measured at 1 M rows (docs/decisions/0002-list-engine.md). */
export interface Thresholds {
  /** Up to here passing over rows costs less than asking the counters where the page starts. */
  readonly near: number;
  /** Up to so many hits, finding and sorting all beats walking past the rows between them. */
  readonly sorted: number;
  /** Where the counters know only an upper bound, so many candidates are still looked through at once. */
  readonly confirmed: number;
  /** A walk past so many rows (about 20 ms) may run beside the other calls. */
  readonly hot: number;
  /** More candidates than this, each of which must be read to confirm the keyword, are not looked through at all (about 2 s). */
  readonly searched: number;
  /** What one turn in the heavy-query queue may take. */
  readonly heavyMs: number;
}

/** @param replica is closed with them. */
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
  // Hot statements have one good plan each, whatever the values; planning them anew would cost more than running them.
  hot: "set plan_cache_mode = force_generic_plan; set jit = off; set statement_timeout = '10s'",
  heavy: "set plan_cache_mode = force_custom_plan; set jit = off; set max_parallel_workers_per_gather = 0; set work_mem = '64MB'",
  streams: "set jit = off; set cursor_tuple_fraction = 1; set idle_in_transaction_session_timeout = '5min'",
};

/** For so many exports at the same time are rows read. */
export const exportConnections = 2;

async function prepare(client: ClientBase, set: string): Promise<void> {
  await client.query(set);
}

function openWith(connection: PoolConfig, max: number, set: string): Pool {
  const prepareShared = (client: ClientBase): Promise<void> => useShared(client).then(() => prepare(client, set));
  return openPool({ ...connection, max, connectionTimeoutMillis: 30_000 }, prepareShared);
}
