import { DatabaseError, type PoolClient, type PoolConfig } from 'pg';
import { StartupError } from '../../runtime/startup-error.ts';
import { openPool } from '../pool.ts';

/**
 * Connections of the program are sessions: they hold locks for as long as they live (../restore-lock.ts), keep plans under names and have
 * settings of their own. A pooler that lends a backend for one transaction breaks all of that without a word, so it is looked for before
 * anything else is asked of a database. @throws StartupError where there is one.
 */
export async function requireSessions(connection: PoolConfig): Promise<void> {
  // Without the locks that other connections take: the pooler's own would keep them.
  const pool = openPool({ ...connection, max: 2, query_timeout: patienceMs });
  const clients: PoolClient[] = [];
  try {
    const one = await pool.connect();
    clients.push(one);
    if (!(await isPooled(one))) return;
    const other = await pool.connect();
    clients.push(other);
    if (await changeHands(one, other)) throw new StartupError(refusal);
  } catch (error) {
    throw error instanceof Error && /query_wait_timeout|Query read timeout/.test(error.message) ? new StartupError(tooFew) : error;
  } finally {
    for (const client of clients) client.release(true);
    await pool.end();
  }
}

const refusal =
  'The pooler before the database pools transactions or statements, but this program needs sessions: ' +
  'set pool_mode = session for it in PgBouncer, or give DATABASE_URL the address of PostgreSQL itself.';
const tooFew = 'The pooler before the database has no connection left for this program: raise its default_pool_size.';

/** A pooler answers a connection before a backend has it, with a number that is no backend's. */
async function isPooled(client: PoolClient): Promise<boolean> {
  return 'processID' in client && client.processID !== (await backendOf(client));
}

/**
 * Whether backends go from one connection to the other, or change under one. While one is in a transaction, the other's next statement
 * meets what the pooler has beside; taking turns finds it out whatever order the pooler gives them in, and also where it has a single one.
 */
async function changeHands(one: PoolClient, other: PoolClient): Promise<boolean> {
  const had = new Map<number, PoolClient>();
  const isMoved = async (client: PoolClient): Promise<boolean> => {
    const backend = await backendOf(client);
    had.set(backend, had.get(backend) ?? client);
    return had.get(backend) !== client || had.size > 2;
  };
  for (let turn = 0; turn < turns; turn += 1) {
    const [asking, holding] = turn % 2 === 0 ? [one, other] : [other, one];
    if ((await isMoved(asking)) || !(await begins(holding)) || (await isMoved(holding)) || (await isMoved(asking))) return true;
    await holding.query('commit');
  }
  return false;
}

const turns = 8;

/** False where the pooler has no transactions of several statements. */
async function begins(client: PoolClient): Promise<boolean> {
  try {
    await client.query('begin');
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.message.includes('pooling mode')) return false;
    throw error;
  }
}

async function backendOf(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

const patienceMs = 10_000;
