import { Pool, type ClientBase, type PoolConfig } from 'pg';
import { keepPlans } from './plans/kept-plans.ts';
import { measurePool } from './observed/measured-pool.ts';
import { silencePace, silenceWatch } from './silence.ts';
import { quickTypes } from './timestamps.ts';

/**
 * The one place where connections of the program are pooled. PostgreSQL ends a connection whenever it likes: at a failover, after a
 * timeout, by an administrator. One that is idle then is replaced, one in use fails what is asked on it; neither may end the process, as an
 * `error` without a listener would. @param prepare is waited for before a new connection is given out.
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
    // What stands in between forgets a connection that is still for some minutes; a restore holds one for as long as files are copied.
    // And a machine that is gone says nothing: after this and ten seconds of asking, which are Node's own, its resting connections end.
    keepAliveInitialDelayMillis: 5_000,
    ...config,
    ...(onConnect ? { onConnect } : {}),
  });
  // The pool itself listens to a connection only while it is idle.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  measurePool(pool);
  // Behind the measuring, which takes the driver's own call for itself.
  pool.on('connect', keepPlans);
  return pool;
}
