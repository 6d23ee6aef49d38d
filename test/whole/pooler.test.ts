import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withDatabase } from '../../src/cli/lib/connect.ts';
import { openPool } from '../../src/server/platform/db/pool.ts';
import { requireSessions } from '../../src/server/platform/db/sessions/require-sessions.ts';
import { openInstallation } from '../../src/server/platform/installation/open.ts';
import { readConfig } from '../../src/server/platform/runtime/config.ts';
import { startPooler, type PoolerAddress } from '../installation/servers/postgres/pooler.ts';
import { startSystemPostgres } from '../installation/servers/postgres/system-postgres.ts';
import { tool } from '../installation/tool.ts';

/** The suites of `onPooler` (test/projects.ts) test a server behind a session pooler. */
const pgbouncer = tool('pgbouncer', 'PostgreSQL');

describe.skipIf(pgbouncer.isMissing)(`PgBouncer before the database${pgbouncer.note}`, () => {
  let folder: string;
  let postgres: Awaited<ReturnType<typeof startSystemPostgres>>;
  let direct: Pool;
  const stops: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'notary-pooler-'));
    postgres = await startSystemPostgres(folder, { max_connections: 200, fsync: 'off' });
    direct = openPool({ ...postgres.address, max: 1 });
  });
  afterAll(async () => {
    await direct?.end();
    for (const stop of stops) await stop();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function pooled(settings: Parameters<typeof startPooler>[2]): Promise<PoolerAddress & { database: string }> {
    const { address, stop } = await startPooler(folder, postgres.address, settings);
    stops.push(stop);
    return { ...address, database: 'postgres' };
  }
  const configOf = (url: string) => readConfig({ DATABASE_URL: url, DATA_DIR: join(folder, 'data') });
  const urlOf = ({ host, port, user }: PoolerAddress) => `postgres:///postgres?host=${encodeURIComponent(host)}&port=${port}&user=${user}`;
  const busy = (address: Parameters<typeof requireSessions>[0]) => {
    const pool = openPool({ ...address, max: 12 });
    const isOver = new AbortController();
    const asking = Array.from({ length: 12 }, async () => {
      while (!isOver.signal.aborted) await pool.query('select pg_sleep(0.001)');
    });
    return {
      async end() {
        isOver.abort();
        await Promise.all(asking);
        await pool.end();
      },
    };
  };
  const locksLeft = async () =>
    (await direct.query<{ n: number }>(`select count(*)::int as n from pg_locks where locktype = 'advisory'`)).rows[0]?.n;

  it.each<Parameters<typeof startPooler>[2]>([
    { pool_mode: 'transaction' },
    { pool_mode: 'transaction', server_round_robin: 1 },
    { pool_mode: 'transaction', default_pool_size: 1 },
    { pool_mode: 'statement' },
  ])('is refused in words where it has %o, and keeps no lock', async (settings) => {
    const address = await pooled(settings);
    await expect(requireSessions(address)).rejects.toThrow(/pools transactions or statements.+pool_mode = session/);
    const config = configOf(urlOf(address));
    await expect(openInstallation(config, () => undefined)).rejects.toThrow(/pools transactions or statements/);
    await expect(withDatabase(config, async () => 'opened')).rejects.toThrow(/pools transactions or statements/);
    expect(await locksLeft()).toBe(0);
  });

  it.each([{ server_round_robin: 0 }, { server_round_robin: 1 }])('is refused also while others use it, with %o', async (settings) => {
    const address = await pooled({ pool_mode: 'transaction', ...settings });
    const others = busy(address);
    for (let time = 0; time < 30; time += 1) await expect(requireSessions(address)).rejects.toThrow(/pools transactions/);
    await others.end();
  });

  it('serves where it pools sessions, also busy ones', async () => {
    const address = await pooled({ pool_mode: 'session' });
    const others = busy(address);
    for (let time = 0; time < 30; time += 1) await requireSessions(address);
    await others.end();
    const installation = await openInstallation(configOf(urlOf(address)), () => undefined);
    expect((await installation.pool.query('select from migration')).rowCount).toBeGreaterThan(0);
    await installation.close();
    // A client's locks end with it: PgBouncer resets a backend before it assigns it again.
    await expect.poll(locksLeft).toBe(0);
  });

  it('says so where it has too few backends for one server', async () => {
    const address = await pooled({ pool_mode: 'session', default_pool_size: 1 });
    await expect(requireSessions(address)).rejects.toThrow('raise its default_pool_size');
  });

  it('asks nothing more of PostgreSQL itself', async () => {
    await requireSessions(postgres.address);
  });
});
