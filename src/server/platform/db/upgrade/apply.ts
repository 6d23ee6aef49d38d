import { DatabaseError, type ClientBase, type Pool, type PoolClient } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOutside, type Migration } from './series.ts';

export interface Patience {
  /** How many times a migration is tried that does not get its locks. */
  readonly attempts: number;
  readonly pauseMs: number;
  /** How long an attempt waits for a lock; 0: as long as it takes. */
  readonly lockMs: number;
  /** How long others may wait for a lock that a migration holds or waits for. */
  readonly othersMs: number;
  readonly tell: (line: string) => void;
  /** Ends the attempts. */
  readonly stopping?: AbortSignal;
}

export const usualPatience: Patience = { attempts: 120, pauseMs: 5000, lockMs: 5000, othersMs: 400, tell: () => undefined };

/**
 * Runs one migration and its record in one transaction, on a connection that nothing else uses. It waits for a lock for `lockMs` at most,
 * and is cancelled and rolled back if others wait for it longer than `othersMs`; then it is tried again.
 * @throws Error if it did not get its locks in any attempt.
 */
export async function applyMigration(
  client: PoolClient,
  migration: Migration,
  record: (client: ClientBase) => Promise<void>,
  { pool, patience = usualPatience }: { readonly pool: Pool; readonly patience?: Patience | undefined },
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const watch = await cancelWhenBlocking(client, pool, patience);
    try {
      await client.query(`set lock_timeout = ${String(patience.lockMs)}`);
      await (isOutside(migration) ? runOutside(client, migration, record) : runWithin(client, migration, record));
      return;
    } catch (error) {
      if (!isTurnedAway(error) || patience.stopping?.aborted === true) throw error;
      if (attempt >= patience.attempts)
        throw new Error(
          `migration ${migration.name} did not get its locks in ${attempt} attempts: something uses its tables without a pause. ` +
            'Look for long transactions in pg_stat_activity, and start again',
          { cause: error },
        );
      if (attempt === 1) patience.tell(`Migration ${migration.name} waits for others to be done with its tables; it is tried again.`);
    } finally {
      await watch.stop();
      await client.query('reset lock_timeout').catch(() => undefined);
    }
    await sleep(Math.min(patience.pauseMs, patience.pauseMs * 0.2 * attempt), undefined, { signal: patience.stopping });
  }
}

async function runWithin(client: ClientBase, { sql }: Migration, record: (client: ClientBase) => Promise<void>): Promise<void> {
  try {
    await client.query('begin');
    await client.query(sql);
    await record(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** If an earlier run was killed, it left an invalid index, which is dropped and created again. */
async function runOutside(client: ClientBase, { sql }: Migration, record: (client: ClientBase) => Promise<void>): Promise<void> {
  const [, index] = /create (?:unique )?index concurrently if not exists (\w+)/.exec(sql) ?? [];
  if (index !== undefined) {
    const { rows } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [index]);
    if (rows.length > 0) await client.query(`drop index concurrently ${index}`);
  }
  await client.query(sql);
  await record(client);
}

const lockNotAvailable = '55P03';
const queryCanceled = '57014';
const deadlockDetected = '40P01';

function isTurnedAway(error: unknown): boolean {
  return error instanceof DatabaseError && [lockNotAvailable, queryCanceled, deadlockDetected].includes(error.code ?? '');
}

/**
 * While a migration runs, cancels it as soon as another session waits for it longer than `othersMs`, or when `stopping` is aborted. A
 * migration that waits for a table behind a long read makes every later statement on the table wait too.
 */
async function cancelWhenBlocking(client: ClientBase, pool: Pool, { othersMs, stopping }: Patience): Promise<{ stop(): Promise<void> }> {
  if ((pool.options.max ?? 10) < 2) return { stop: async () => undefined };
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  let looking: Promise<unknown> = Promise.resolve();
  let isLooking = false;
  const look = (): void => {
    if (isLooking) return;
    isLooking = true;
    looking = pool
      .query(
        `select pg_cancel_backend($1) where $3 or exists (
           select from pg_locks w where not w.granted and w.locktype <> 'advisory'
             and w.waitstart < clock_timestamp() - make_interval(secs => $2) and $1 = any (pg_blocking_pids(w.pid)))`,
        [rows[0]?.pid, othersMs / 1000, stopping?.aborted ?? false],
      )
      .catch(() => undefined)
      .finally(() => (isLooking = false));
  };
  const timer = setInterval(look, Math.max(50, othersMs / 4));
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
