import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { databaseFindings } from '../../src/server/overview/system-status/find-all.ts';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { migrate } from '../../src/server/platform/db/migrate.ts';
import { openPool } from '../../src/server/platform/db/pool.ts';
import { readConfig } from '../../src/server/platform/runtime/config.ts';
import { testApp } from '../installation/app.ts';
import { seedAccounts } from '../installation/factories/accounts.ts';
import { startForwarder, type Forwarder } from '../installation/servers/forwarder.ts';
import { startStandby, startSystemPostgres, type SystemPostgres } from '../installation/servers/postgres/system-postgres.ts';
import { tool } from '../installation/tool.ts';

const postgres = tool('PostgreSQL');
const settings = { fsync: 'off', max_connections: 80 };

describe.skipIf(postgres.isMissing)(`lists and exports from a replica${postgres.note}`, () => {
  let folder: string;
  let primary: SystemPostgres;
  let standby: Awaited<ReturnType<typeof startStandby>>;
  let forwarder: Forwarder;
  let direct: Pool;
  const database = {} as ReturnType<typeof openDatabase>;
  const environment: Record<string, string> = { DATABASE_URL: 'postgres://localhost/unused', DATABASE_READ_LAG_SECONDS: '3' };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'notary-replica-'));
    primary = await startSystemPostgres(folder, settings);
    Object.assign(database, openDatabase(primary.address, 12));
    await migrate(database.pool);
    await seedAccounts(database.db);
    standby = await startStandby(folder, primary, 'standby', settings);
    forwarder = await startForwarder(standby.address);
    direct = openPool({ ...standby.address, max: 1 });
    environment['DATABASE_READ_URL'] = `postgres://notary@127.0.0.1:${forwarder.port}/postgres`;
  });
  // Two servers on one database.
  const first = testApp(environment, database);
  const second = testApp(environment, database);
  afterAll(async () => {
    await direct?.end();
    await database.db?.destroy();
    await forwarder?.stop();
    await primary?.stop();
    await standby?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  let serial = 0;
  const addUser = async (name: string): Promise<void> => {
    serial += 1;
    const mobile = `103${String(serial).padStart(8, '0')}`;
    await database.db
      .insertInto('users')
      .values({ type: 'enterprise', status: 'approved', name, mobile, registered_at: new Date() })
      .execute();
  };
  const caughtUp = async (): Promise<void> => {
    const { rows } = await database.pool.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn');
    const has = async () =>
      (await direct.query<{ has: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as has', [rows[0]?.lsn])).rows[0]?.has;
    await vi.waitUntil(has, { timeout: 120_000 });
  };
  const readsOf = async (from: string): Promise<number> => {
    const { body } = await first.app.inject({ url: '/metrics' });
    return Number(new RegExp(`^notary_database_list_reads_total\\{from="${from}"\\} (\\d+)`, 'm').exec(body)?.[1] ?? 0);
  };
  type Operator = Awaited<ReturnType<typeof first.signIn>>;
  const countOf = async (operator: Operator): Promise<number> =>
    (await operator.get<{ count: number }>('/api/ajax/user/getBalanceList', { type: 2, page: 1, limit: 10 })).data.count;
  /** Repeats a read until the replica answers it: a server checks the replica every second. */
  const fromReplica = async (operator: Operator): Promise<void> => {
    const before = await readsOf('replica');
    await vi.waitUntil(async () => (await countOf(operator)) >= 0 && (await readsOf('replica')) > before, { timeout: 120_000 });
  };
  const pause = () => direct.query('select pg_wal_replay_pause()');

  let looker: Operator;
  beforeEach(async () => {
    await direct.query('select pg_wal_replay_resume()').catch(() => undefined);
    looker = await first.signIn('reviewer@example.com');
    await caughtUp();
    await fromReplica(looker);
    await fromReplica(second.as(looker.token));
  });

  it('shows others what the replica has', async () => {
    await addUser('以前');
    await caughtUp();
    const count = await countOf(looker);
    await pause();
    await addUser('以后');
    expect(await countOf(looker)).toBe(count);
    await direct.query('select pg_wal_replay_resume()');
    await expect.poll(() => countOf(looker)).toBe(count + 1);
  });

  it('shows a session what it has written itself, at once and on another server', async () => {
    const mobile = '10399999999';
    await database.db
      .insertInto('users')
      .values({ type: 'enterprise', status: 'approved', name: '受赠', mobile, registered_at: new Date() })
      .execute();
    await caughtUp();
    const giver = await first.signIn('reviewer@example.com');
    const elsewhere = second.as(giver.token);
    const gifts = async (operator: Operator) =>
      (await operator.get<{ count: number }>('/api/ajax/user/getPoints', { keyword: mobile, page: 1, limit: 10 })).data.count;
    await pause();
    const gift = { mobile, type: 2, pointsType: 3, points: 5, explain: '测试' };
    expect(await giver.post('/api/ajax/user/updatePoints', gift)).toMatchObject({ code: 200 });
    expect([await gifts(giver), await gifts(elsewhere)]).toEqual([1, 1]);
  });

  it('is read from the primary where the replica is further behind than it may be', async () => {
    const count = await countOf(looker);
    await pause();
    await addUser('落后');
    await expect.poll(() => countOf(looker)).toBe(count + 1);
    const config = readConfig(environment);
    const found = await databaseFindings(config, database);
    expect(found.find(({ item }) => item === 'replica')).toMatchObject({ state: 'warn', name: '只读副本' });
    await direct.query('select pg_wal_replay_resume()');
    await fromReplica(looker);
    expect((await databaseFindings(config, database)).find(({ item }) => item === 'replica')).toMatchObject({ state: 'ok' });
  });

  it('exports from the replica', async () => {
    const before = await readsOf('replica');
    const reply = await first.app.inject({
      url: '/api/export/userBalanceExport?type=2',
      headers: { authorization: `Bearer ${(await first.signIn('admin@example.com')).token}` },
    });
    expect([reply.statusCode, reply.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    expect(await readsOf('replica')).toBeGreaterThan(before);
  });

  it('is served by the primary where the replica ends, at once and from then on', async () => {
    const count = await countOf(looker);
    await standby.kill();
    for (let time = 0; time < 5; time += 1) expect(await countOf(looker)).toBe(count);
    await addUser('无副本');
    expect(await countOf(looker)).toBe(count + 1);
  });
});
