import { Client, Pool, type PoolConfig } from 'pg';
import { quickBuckets } from '../../telemetry/buckets.ts';
import { labelled } from '../../telemetry/exposition.ts';
import { counter, gauge, histogram } from '../../telemetry/registry.ts';
import { errorTypeOf, type Resume, type Span, type Tracer, tracing } from '../../telemetry/tracing.ts';
import { withPlan } from '../plans/prepared-plans.ts';
import { statementName } from './statement-name.ts';

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

/** A pool with metrics and traces of its waits. Its connections should be of `ObservedClient`. */
export class ObservedPool extends Pool {
  constructor(config: PoolConfig) {
    super(config);
    pools.add(this);
  }

  override async end(): Promise<void> {
    pools.delete(this);
    await super.end();
  }

  // Stands for both forms of `connect`: the pool's own `query` passes a callback, transactions await the promise.
  override connect(...given: never[]): never {
    const connect = super.connect.bind(this) as (callback?: Callback) => unknown;
    return this.observed(connect, given[0]) as never;
  }

  private observed(connect: (callback?: Callback) => unknown, callback: Callback | undefined): unknown {
    const started = performance.now();
    const tracer = tracing();
    const wait = tracer && beginWait(tracer, this.idleCount > 0);
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
  }
}

type Callback = (error: unknown, ...rest: unknown[]) => void;

/** A connection that measures and traces its statements, and prepares those that end with `preparedPlan`. */
export class ObservedClient extends Client {
  // Stands for the driver's overloads, and passes their arguments on unchanged but for the name of a prepared statement.
  override query(...given: never[]): never {
    const query = super.query.bind(this) as (...given: unknown[]) => unknown;
    return observeQuery(query, withPlan(given)) as never;
  }
}

function observeQuery(query: (...given: unknown[]) => unknown, given: readonly unknown[]): unknown {
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

/**
 * Begins the span of a statement. It carries the statement's name (`statementName`), never its text or values. Null if nothing is traced.
 */
function beginStatement(name: string): Span | null {
  const tracer = tracing();
  if (tracer === null) return null;
  const [operation = name, table] = name.split(' ');
  const facts = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.summary': name };
  // After `with` comes the name of a common table expression, not of a table.
  const isTable = table !== undefined && operation !== 'with';
  return tracer.begin(name, { kind: 'client', facts: isTable ? { ...facts, 'db.collection.name': table } : facts });
}

/** @param error the statement's failure; falsy if it succeeded. */
function endStatement(span: Span, error: unknown): void {
  if (!error) return span.end();
  const type = errorTypeOf(error);
  if (/^(?=.*\d)[0-9A-Z]{5}$/.test(type)) span.note({ 'db.response.status_code': type });
  span.end(type);
}

/** Begins the span of a wait for a connection. `resume` returns to the waiter's trace; else the work would join the releaser's trace. */
function beginWait(tracer: Tracer, isAtOnce: boolean): { readonly end: (error: unknown) => void; readonly resume: Resume } {
  const resume = tracer.resume();
  const span = isAtOnce ? null : tracer.begin('wait for a connection', { kind: 'internal' });
  return { resume, end: (error) => span?.end(error ? errorTypeOf(error) : undefined) };
}
