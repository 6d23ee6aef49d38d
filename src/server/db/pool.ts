import { Pool, type ClientBase, type PoolConfig } from 'pg';
import { preparePlans } from './plans/prepared-plans.ts';
import { measurePool } from './observed/measured-pool.ts';
import { silencePace, silenceWatch } from './silence.ts';
import { quickTypes } from './timestamps.ts';

/**
 * The only place where the program creates connection pools. PostgreSQL may end a connection at any time: at a failover, after a timeout,
 * by an administrator. An idle connection is then replaced, and a query on one in use fails; neither may end the process, as an `error`
 * event without a listener would. @param prepare is awaited before a new connection is handed out.
 */
export function openPool(config: PoolConfig, prepare?: (client: ClientBase) => Promise<void>, pace = silencePace): Pool {
  const watch = silenceWatch(
    () => makePool({ ...config, max: 1, connectionTimeoutMillis: pace.connectMs, query_timeout: pace.connectMs }),
    pace,
  );
  return makePool(config, async (client) => {
    watch(client);
    await prepare?.(client);
  });
}

function makePool(config: PoolConfig, onConnect?: (client: ClientBase) => Promise<void>): Pool {
  const pool = new Pool({
    types: quickTypes,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Firewalls forget a connection that is silent for minutes, and a restore holds one while it copies files.
    // Also, a dead host sends nothing: its idle connections end after this delay and ten seconds of probes (Node's own).
    keepAliveInitialDelayMillis: 5_000,
    ...config,
    ...(onConnect ? { onConnect } : {}),
  });
  // The pool itself listens to a connection only while it is idle.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  measurePool(pool);
  // After `measurePool`, which wraps the driver's own `query` and would bypass this.
  pool.on('connect', preparePlans);
  return pool;
}
