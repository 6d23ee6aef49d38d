import { type ClientBase, type CustomTypesConfig, type Pool, type PoolConfig, types } from 'pg';
import { ObservedClient, ObservedPool } from './observed/measured-pool.ts';
import { silencePace, silenceWatch } from './silence.ts';

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
  const pool = new ObservedPool({
    Client: ObservedClient,
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
  return pool;
}

const timestamptz = types.builtins.TIMESTAMPTZ;
const usual = types.getTypeParser(timestamptz, 'text') as (text: string) => Date;

/** pg's type parsers, except for `timestamptz`, which every row of a list has: V8's date parser takes less than half of the time. */
const quickTypes: CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    id === timestamptz && format !== 'binary' ? readTimestamp : types.getTypeParser(id, format as 'text')) as typeof types.getTypeParser,
};

/** Parses `YYYY-MM-DD hh:mm:ss[.ffffff]±hh`. Other forms (half-hour zones, BC, infinity, five-digit years) are left to pg's parser. */
export function readTimestamp(text: string): Date {
  const sign = text.at(-3);
  if (text[4] !== '-' || (sign !== '+' && sign !== '-')) return usual(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11)}:00`);
}
