import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { newDatabase, type NewDatabase } from '../../../../test/installation/new-database.ts';
import { startForwarder, type Forwarder } from '../../../../test/installation/servers/forwarder.ts';
import { startSystemPostgres } from '../../../../test/installation/servers/postgres/system-postgres.ts';
import { freePort } from '../../../../test/installation/servers/running-server.ts';
import { tool } from '../../../../test/installation/tool.ts';
import { isGone } from './batches/group-commit.ts';
import { openPool } from './pool.ts';
import { useShared } from './restore-lock.ts';
import type { SilencePace } from './silence.ts';

let database: NewDatabase;
let forwarder: Forwarder;
const open: Pool[] = [];
beforeAll(async () => void (database = await newDatabase()));
beforeEach(async () => {
  forwarder = await startForwarder(inject('cluster'));
  return async () => {
    await forwarder.stop();
    await Promise.all(open.splice(0).map((pool) => pool.end()));
  };
});
afterAll(() => database.drop());

/** By the network, as a PostgreSQL of another machine is reached. */
function pool(pace: SilencePace): Pool {
  const { user } = inject('cluster');
  const name = new URL(database.url).pathname.slice(1);
  const made = openPool(
    { host: '127.0.0.1', port: forwarder.port, user, database: name, max: 4, connectionTimeoutMillis: 500 },
    useShared,
    pace,
  );
  open.push(made);
  return made;
}

const quick: SilencePace = { lookMs: 20, silentMs: 200, connectMs: 300, againMs: 100 };
/** On a busy machine the one who asks may be late. */
const patient: SilencePace = { ...quick, connectMs: 60_000 };
const waiting = 'select pg_sleep(3600)';
/** Of the statements under way, how each ended. */
const ends = async (statements: Promise<unknown>[]) =>
  Promise.all(
    statements.map((statement) =>
      statement.then(
        () => 'answered',
        (error: unknown) => (isGone(error) ? 'gone' : String(error)),
      ),
    ),
  );

describe('a database whose machine is gone without a word', () => {
  it('ends what was asked of it, though nobody says so, and serves again when it is back', async () => {
    const asked = pool(quick);
    const [first] = (await asked.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
    const statements = Array.from({ length: 4 }, () => asked.query(waiting));
    await expect.poll(() => asked.totalCount - asked.idleCount).toBe(4);
    const ended = ends(statements);
    forwarder.fallSilent();
    expect(await ended).toEqual(['gone', 'gone', 'gone', 'gone']);
    expect(await ends([asked.query('select 1')])).toEqual(['gone']);
    forwarder.speakAgain();
    const [again] = (await asked.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
    expect(again?.pid).not.toBe(first?.pid);
  });

  it('ends what was asked of it also where another has taken its address over, which does not know the connection', async () => {
    const asked = pool(patient);
    const statement = asked.query(waiting);
    await expect.poll(() => asked.totalCount - asked.idleCount).toBe(1);
    const ended = ends([statement]);
    forwarder.fallSilent();
    // Another machine has other backends.
    await database.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where query = $1', [waiting]);
    forwarder.speakAgain();
    expect(await ended).toEqual(['gone']);
    expect((await asked.query('select 1')).rowCount).toBe(1);
  });
});

it('a statement that only takes long goes on, however often it is asked after', async () => {
  const asked = pool(patient);
  expect((await asked.query<{ text: string }>(`select 'done' as text from pg_sleep(2)`)).rows).toEqual([{ text: 'done' }]);
});

it('a transaction that rests is no silence', async () => {
  const asked = pool(quick);
  const client = await asked.connect();
  await client.query('begin');
  await new Promise((resolve) => setTimeout(resolve, 500));
  await client.query('commit');
  client.release();
});

const postgres = tool('PostgreSQL');
it.skipIf(postgres.isMissing)(
  `PostgreSQL is told to miss a server whose machine is gone within half a minute, so that nobody waits for its locks${postgres.note}`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'notary-silence-'));
    const port = await freePort();
    const server = await startSystemPostgres(folder, { listen_addresses: '127.0.0.1', port, fsync: 'off' });
    try {
      const asked = openPool({ ...server.address, host: '127.0.0.1', max: 1 }, useShared);
      open.push(asked);
      const { rows } = await asked.query<Record<'name' | 'setting', string>>(
        `select name, setting from pg_settings where name ~ '^tcp_' order by name`,
      );
      expect(rows.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
        'tcp_keepalives_count 3',
        'tcp_keepalives_idle 10',
        'tcp_keepalives_interval 5',
        'tcp_user_timeout 30000',
      ]);
    } finally {
      await Promise.all(open.splice(0).map((pool) => pool.end()));
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
