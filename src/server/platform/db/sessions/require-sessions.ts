import { DatabaseError, type PoolClient, type PoolConfig } from 'pg';
import { StartupError } from '../../runtime/startup-error.ts';
import { openPool } from '../pool.ts';

/**
 * The program's connections must be sessions: they hold locks for their lifetime (../restore-lock.ts), keep prepared statements and have
 * their own settings. A pooler that lends a backend per transaction silently breaks all of that, so this check precedes every other use of
 * a database. @throws StartupError if there is such a pooler.
 */
export async function requireSessions(connection: PoolConfig): Promise<void> {
  // Without the locks that other connections take (`useShared`): the pooler's backends would keep them.
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

/** A pooler answers a new connection before it has a backend, so the process ID it sends is not that of the backend. */
async function isPooled(client: PoolClient): Promise<boolean> {
  return 'processID' in client && client.processID !== (await backendOf(client));
}

/**
 * Whether the pooler moves backends between the connections, or changes the backend of one. While one connection is in a transaction, the
 * other's next statement gets another backend. They take turns, so that this works in any order of lending, and with a single backend.
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

/** False if the pooler does not allow transactions of several statements (statement pooling). */
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
