import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Pool } from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { backedUp, certificate, digests } from '../../../test/installation/backed-up.ts';
import { manifestPath, readNewest } from '../../../test/installation/backups.ts';
import { sha256Of, uid } from '../../../test/installation/factories/evidence.ts';
import { withNewDatabase } from '../../../test/installation/new-database.ts';
import { appliedNames, migrate, migrations } from '../../server/platform/db/migrate.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { createLocalStore } from '../../server/platform/storage/local.ts';
import { backup } from './backup.ts';
import { takeEmptyDatabase } from './empty-database.ts';
import { loadTables } from './load-tables.ts';
import { copyObjects, intoStore } from './place/copy-objects.ts';
import { restore } from './restore.ts';

const office = backedUp();
const { installation } = office;
const empty = '0 ';
const filesOf = async (root: string) => (await readdir(root, { recursive: true })).toSorted();

describe('a backup', () => {
  it('brings back every table row by row, every sequence and every stored file', async () => {
    await withNewDatabase(async (url, pool) => {
      const { manifest, read, objects, store } = await readNewest(office.whole);
      const target = await createLocalStore(join(office.folder, 'restored'));
      let copied = 0;
      for await (const one of copyObjects(objects(), store, intoStore(target))) copied += 'fault' in one ? 0 : 1;
      const session = await takeEmptyDatabase(pool);
      await loadTables(session, read, manifest);
      session.release(true);
      expect(await digests(pool)).toEqual(office.before);
      expect([...office.before.values()].filter((digest) => digest !== empty).length).toBeGreaterThan(25);
      expect({ copied, faulty: manifest.objects.faulty }).toEqual({ copied: manifest.objects.count, faulty: [] });
      expect(await filesOf(join(office.folder, 'restored', 'sha256'))).toEqual(await filesOf(join(installation.folder, 'sha256')));
      expect(await buffer((await target.open(sha256Of(certificate))).stream)).toEqual(certificate);
      // The guards are enabled again, and sequences continue where they were.
      await expect(pool.query('delete from trail')).rejects.toThrow('append-only');
      const id = (at: Pool) => at.query<{ id: string }>("select nextval(pg_get_serial_sequence('trail', 'id')) as id");
      expect(Number((await id(pool)).rows[0]?.id)).toBeGreaterThan(
        Number((await installation.pool.query<{ id: string }>('select max(id) - 1 as id from trail')).rows[0]?.id),
      );
      // So does the feed: the waiting event gets a place after all that had been read.
      await pool.query('select place_events(10)');
      const feed = await pool.query<{ place: string; data: unknown }>('select place, data from event order by place desc limit 2');
      expect(feed.rows[0]?.data).toEqual({ webhook_id: 'waits' });
      expect(feed.rows[1]).toEqual((await installation.pool.query('select place, data from event order by place desc limit 1')).rows[0]);
      const told = vi.spyOn(console, 'error').mockReturnValue();
      await expect(
        restore.runStandalone({ args: [office.whole], config: readConfig({ DATABASE_URL: url, DATA_DIR: join(office.folder, 'other') }) }),
      ).rejects.toThrow('The database is not empty');
      expect(told.mock.calls.flat()).toEqual([expect.stringContaining(sha256Of(await readFile(manifestPath(office.whole))))]);
      expect(told.mock.calls.flat()).toEqual([expect.stringMatching(/not authenticated.*give that with --manifest/)]);
      told.mockRestore();
    });
  });

  it('is restored by one command, which checks it as fsck does and is on the trail', async () => {
    await withNewDatabase(async (url, pool) => {
      const sha256 = sha256Of(await readFile(manifestPath(office.whole)));
      const result = await restore.runStandalone({
        args: [office.whole, '--manifest', sha256.toUpperCase()],
        config: readConfig({ DATABASE_URL: url, DATA_DIR: join(office.folder, 'new') }),
      });
      expect(result.text).toMatch(/^The backup of \S+ is restored: \d+ rows of \d+ tables, \d+ files/);
      expect(result.text).not.toMatch(/broken|faulty/);
      expect(result.failed).toBe(false);
      const { rows } = await pool.query('select action, object from trail order by id desc limit 1');
      expect(rows).toEqual([{ action: '恢复备份', object: `backup/${(await readNewest(office.whole)).manifest.madeAt}` }]);
    });
  });

  it('of an older program is restored at its own migrations and brought forward', async () => {
    const into = join(office.folder, 'older');
    await withNewDatabase(async (_url, pool) => {
      await migrate(pool, migrations.slice(0, -1));
      const { rows } = await pool.query<{ id: string }>("insert into role (position) values ('旧角色') returning id");
      await backup.run({ db: installation.db, pool, args: [into], config: readConfig({ DATA_DIR: office.dataDir }) });
      await withNewDatabase(async (url, restored) => {
        await restore.runStandalone({
          args: [into],
          config: readConfig({ DATABASE_URL: url, DATA_DIR: join(office.folder, 'older-data') }),
        });
        expect((await restored.query("select id from role where position = '旧角色'")).rows).toEqual(rows);
        expect(await appliedNames(restored)).toEqual(migrations.map(({ name }) => name));
      });
    });
  });

  it('is restored by a database account that may switch triggers off, and refused to another', async () => {
    const role = `r_${uid()}`;
    await withNewDatabase(async (url, pool) => {
      await pool.query(`create role ${role} login; grant create on schema public to ${role}`);
      const config = readConfig({ DATABASE_URL: url.replace(/user=.*$/, `user=${role}`), DATA_DIR: join(office.folder, 'account') });
      try {
        await expect(restore.runStandalone({ args: [office.whole], config })).rejects.toThrow(
          'GRANT SET ON PARAMETER session_replication_role',
        );
        await pool.query(`grant set on parameter session_replication_role to ${role}`);
        expect(await restore.runStandalone({ args: [office.whole], config })).toMatchObject({ failed: false });
      } finally {
        await pool.query(`drop owned by ${role}; drop role ${role}`);
      }
    });
  });
});
