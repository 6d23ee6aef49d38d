import type { ClientBase, Pool } from 'pg';
import { labelled } from '../../telemetry/exposition.ts';
import { quickBuckets } from '../../telemetry/buckets.ts';
import { counter, gauge, histogram } from '../../telemetry/registry.ts';
import { tracing } from '../../telemetry/tracing.ts';
import { statementName } from './statement-name.ts';
import { beginStatement, beginWait, endStatement } from './statement-span.ts';

const waited = histogram({
  name: 'notary_database_pool_wait_seconds',
  help: 'How long it took to get a connection of a pool, a new one included.',
  buckets: quickBuckets,
});
const took = histogram({
  name: 'notary_database_query_duration_seconds',
  help: 'How long statements took, by verb and first table.',
  labels: ['query'],
  maxSeries: 400,
  buckets: quickBuckets,
});
const failed = counter({ name: 'notary_database_errors_total', help: 'Statements that failed, and connections that were not given.' });

const pools = new Set<Pool>();
gauge({ name: 'notary_database_pool_connections', help: 'Connections of this process, by state.', labels: ['state'] }, () => {
  const all = [...pools].reduce((sum, { totalCount }) => sum + totalCount, 0);
  const idle = [...pools].reduce((sum, { idleCount }) => sum + idleCount, 0);
  return labelled('state', { idle, used: all - idle });
});
gauge({ name: 'notary_database_pool_waiting', help: 'Calls that wait for a connection now.' }, () => [
  { value: [...pools].reduce((sum, { waitingCount }) => sum + waitingCount, 0) },
]);

/** Adds metrics and traces to a pool and its connections until the pool ends. */
export function measurePool(pool: Pool): void {
  pools.add(pool);
  const end = pool.end.bind(pool) as () => Promise<void>;
  pool.end = async () => {
    pools.delete(pool);
    return end();
  };
  const connect = pool.connect.bind(pool) as (callback?: Callback) => unknown;
  // Both forms of `connect` occur: the pool's own `query` passes a callback, transactions await the promise.
  pool.connect = ((callback?: Callback) => {
    const started = performance.now();
    const tracer = tracing();
    const wait = tracer && beginWait(tracer, pool.idleCount > 0);
    const given = (error: unknown): void => {
      waited.observe((performance.now() - started) / 1000);
      if (error) failed.add();
      wait?.end(error);
    };
    if (!callback) return watch(connect() as Promise<unknown>, given);
    const taken: Callback = (error, ...rest) => {
      given(error);
      callback(error, ...rest);
    };
    return connect(wait ? (...got) => wait.resume(() => taken(...got)) : taken);
  }) as Pool['connect'];
  pool.on('connect', measureClient);
}

type Callback = (error: unknown, ...rest: unknown[]) => void;

function measureClient(client: ClientBase): void {
  const driver = Object.getPrototypeOf(client) as { query(...given: unknown[]): unknown };
  const query = (...given: unknown[]): unknown => driver.query.apply(client, given);
  client.query = ((...given: unknown[]) => {
    const text = textOf(given[0]);
    // Cursors and copies are not measured: they last as long as their reader takes.
    if (text === null) return query(...given);
    const name = statementName(text);
    const span = beginStatement(name);
    const started = performance.now();
    const ended = (error: unknown): void => {
      took.observe((performance.now() - started) / 1000, [name]);
      if (error) failed.add();
      if (span) endStatement(span, error);
    };
    const at = given.findIndex((one) => typeof one === 'function');
    if (at < 0) return watch(query(...given) as Promise<unknown>, ended);
    const callback = given[at] as Callback;
    return query(
      ...given.with(at, (error: unknown, ...rest: unknown[]) => {
        ended(error);
        callback(error, ...rest);
      }),
    );
  }) as ClientBase['query'];
}

/** Returns the same promise, so that its rejection reaches the caller and nothing else. */
function watch(promise: Promise<unknown>, ended: (error: unknown) => void): Promise<unknown> {
  promise.then(
    () => ended(null),
    (error: unknown) => ended(error ?? true),
  );
  return promise;
}

function textOf(asked: unknown): string | null {
  if (typeof asked === 'string') return asked;
  if (typeof asked !== 'object' || asked === null || 'submit' in asked) return null;
  return 'text' in asked && typeof asked.text === 'string' ? asked.text : null;
}
