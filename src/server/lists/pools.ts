import type { ClientBase, Pool, PoolConfig } from 'pg';
import { useShared } from '../db/restore-lock.ts';
import { openPool } from '../db/pool.ts';
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

export function openLists(connection: PoolConfig, turns: Partial<Thresholds> = {}): Lists {
  // Hot statements have one good plan each, whatever the values; planning them anew would cost more than running them.
  const hot = openWith(connection, 8, "set plan_cache_mode = force_generic_plan; set jit = off; set statement_timeout = '10s'");
  const heavy = openWith(
    connection,
    1,
    "set plan_cache_mode = force_custom_plan; set jit = off; set max_parallel_workers_per_gather = 0; set work_mem = '64MB'",
  );
  const streams = openWith(
    connection,
    exportConnections,
    "set jit = off; set cursor_tuple_fraction = 1; set idle_in_transaction_session_timeout = '5min'",
  );
  return {
    hot,
    heavy,
    streams,
    shared: new Singleflight(2),
    slow: new HeavyQueryQueue(1),
    turns: { near: 100, sorted: 2_000, confirmed: 50_000, hot: 20_000, searched: 500_000, heavyMs: 5000, ...turns },
    close: async () => {
      await Promise.all([hot.end(), heavy.end(), streams.end()]);
    },
  };
}

/** For so many exports at the same time are rows read. */
export const exportConnections = 2;

function openWith(connection: PoolConfig, max: number, settings: string): Pool {
  const prepare = async (client: ClientBase): Promise<void> => {
    await useShared(client);
    await client.query(settings);
  };
  return openPool({ ...connection, max, connectionTimeoutMillis: 30_000 }, prepare);
}
