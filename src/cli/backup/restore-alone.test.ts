import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readNewest } from '../../../test/installation/backups.ts';
import { testDatabase } from '../../../test/installation/database.ts';
import { uid } from '../../../test/installation/factories/evidence.ts';
import { withNewDatabase } from '../../../test/installation/new-database.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { openInstallation } from '../../server/platform/installation/open.ts';
import { StartupError } from '../../server/platform/runtime/startup-error.ts';
import { withDatabase } from '../lib/connect.ts';
import { backup } from './backup.ts';
import { takeEmptyDatabase } from './empty-database.ts';
import { loadTables } from './load-tables.ts';
import { restore } from './restore.ts';

const installation = testDatabase();
let folder: string;
let whole: string;
/** A separate data folder for each, as on separate machines. */
const configOf = (url: string) => readConfig({ DATABASE_URL: url, DATA_DIR: join(folder, uid()) });
const restoreInto = (url: string) => restore.runStandalone({ args: [whole], config: configOf(url) });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-restore-'));
  whole = join(folder, 'whole');
  await mkdir(join(folder, 'data'));
  await backup.run({ ...installation, args: [whole], config: readConfig({ DATA_DIR: join(folder, 'data') }) });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('while a backup is restored into a database', () => {
  it('no server, no command and no other restore gets in; when it is done, they do', async () => {
    await withNewDatabase(async (url, pool) => {
      const held = await holdInTheMiddle(pool, () => restoreInto(url));
      const refusal = new StartupError('A backup is being restored into this database; it can be used when that is done.');
      await Promise.all([
        expect(openInstallation(configOf(url), () => undefined)).rejects.toThrow(refusal),
        expect(withDatabase(configOf(url), async () => 'let in')).rejects.toThrow(refusal),
        expect(restoreInto(url)).rejects.toThrow('another command is connected to it'),
      ]);
      await held.letGo();
      expect(await held.restoring).toMatchObject({ failed: false });
      expect(await withDatabase(configOf(url), async () => 'let in')).toBe('let in');
      const server = await openInstallation(configOf(url), () => undefined);
      await server.close();
    });
  });

  it('and its connection is lost, the database stays empty, and all begins again', async () => {
    await withNewDatabase(async (url, pool) => {
      const held = await holdInTheMiddle(pool, () => restoreInto(url));
      const broken = expect(held.restoring).rejects.toThrow();
      await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${isHeld}`);
      await broken;
      await held.letGo();
      const again = await takeEmptyDatabase(pool);
      await pool.query(
        `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
          where d.datname = current_database() and l.locktype = 'advisory'`,
      );
      const { manifest, read } = await readNewest(whole);
      await expect(loadTables(again, read, manifest)).rejects.toThrow('The database was lost while the files were copied');
      again.release(true);
      expect((await pool.query("select from pg_class where relnamespace = 'public'::regnamespace")).rowCount).toBe(0);
    });
  });

  it('and its connection is lost while a file of the backup is opened, it ends with the reason', async () => {
    await withNewDatabase(async (_url, pool) => {
      const session = await takeEmptyDatabase(pool);
      const { manifest, read } = await readNewest(whole);
      const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
      const lost = new Promise((resolve) => session.once('end', resolve));
      const readLater = async (table: string) => {
        await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
        await lost;
        return read(table);
      };
      await expect(loadTables(session, readLater, manifest)).rejects.toThrow(/terminat|not queryable/i);
      session.release(true);
    });
  });
});

it('a database that a server is connected to is not restored into, not even when it is empty', async () => {
  await withNewDatabase(async (url, pool) => {
    const server = await openInstallation(configOf(url), () => undefined);
    await server.pool.query('select');
    await expect(restoreInto(url)).rejects.toThrow('The database is not empty');
    await pool.query('drop schema public cascade; create schema public');
    await expect(restoreInto(url)).rejects.toThrow('The database is empty, but a server, a worker or another command is connected to it');
    await server.close();
    (await takeEmptyDatabase(pool)).release(true);
  });
});

/** Blocks the first table that a restore creates, until it is released. */
async function holdInTheMiddle<Result>(
  pool: Pool,
  begin: () => Promise<Result>,
): Promise<{ restoring: Promise<Result>; letGo(): Promise<void> }> {
  const obstacle = await pool.connect();
  await obstacle.query('begin; create table migration ()');
  const restoring = begin();
  await vi.waitUntil(async () => (await pool.query(`select from pg_stat_activity where ${isHeld}`)).rowCount === 1, { timeout: 120_000 });
  return {
    restoring,
    async letGo() {
      await obstacle.query('rollback');
      obstacle.release();
    },
  };
}
const isHeld = "datname = current_database() and wait_event_type = 'Lock'";
