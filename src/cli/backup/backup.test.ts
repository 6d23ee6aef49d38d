import { appendFile, cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backedUp } from '../../../test/installation/backed-up.ts';
import { manifestPath, objectFile, readNewest, tablePath } from '../../../test/installation/backups.ts';
import { withNewDatabase } from '../../../test/installation/new-database.ts';
import { migrations } from '../../server/platform/db/migrate.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

const office = backedUp();
const { installation, makeBackup } = office;

const said: string[] = [];
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation((line) => void said.push(String(line))));
afterEach(() => {
  vi.restoreAllMocks();
  said.length = 0;
});

describe('a backup', () => {
  it('is one snapshot, is on the trail afterwards, and only its owner may read it', async () => {
    const { manifest, sha256 } = await readNewest(office.whole);
    const { rows } = await installation.pool.query("select object, after from trail where action = '备份' order by id limit 1");
    expect(rows).toEqual([{ object: `backup/${manifest.madeAt}`, after: { sha256 } }]);
    expect(manifest.migrations).toEqual(migrations.map(({ name }) => name));
    expect([
      (await stat(office.whole)).mode & 0o777,
      (await stat(manifestPath(office.whole))).mode & 0o777,
      (await stat(tablePath(office.whole, 'secret'))).mode & 0o777,
    ]).toEqual([0o700, 0o600, 0o600]);
  });

  it('names what the store cannot give and the scrub has not reported, keeps the rest, and is restored without it', async () => {
    const sha256s = await installation.db.selectFrom('stored_object').select('sha256').orderBy('sha256').limit(3).execute();
    const [gone = '', changed = '', known = ''] = sha256s.map(({ sha256 }) => sha256);
    const other = join(office.folder, 'damaged-data');
    await cp(installation.folder, join(other, 'objects'), { recursive: true });
    await rm(objectFile(join(other, 'objects'), gone));
    await rm(objectFile(join(other, 'objects'), known));
    await installation.db
      .updateTable('stored_object')
      .set({ state: 'missing', checked_at: new Date() })
      .where('sha256', '=', known)
      .execute();
    await appendFile(objectFile(join(other, 'objects'), changed), 'x');
    const into = join(office.folder, 'with-gaps');
    const result = await makeBackup(into, other);
    expect(result.failed).toBe(true);
    expect(said).toEqual([`file ${gone} is not in the backup: it is missing`, `file ${changed} is not in the backup: it is damaged`]);
    const { manifest } = await readNewest(into);
    expect(manifest.objects.count).toBe((await readNewest(office.whole)).manifest.objects.count - 3);
    expect(manifest.objects.faulty).toEqual([
      { sha256: gone, fault: 'missing', isExpected: false },
      { sha256: changed, fault: 'damaged', isExpected: false },
      { sha256: known, fault: 'missing', isExpected: true },
    ]);
    await withNewDatabase(async (url) => {
      const restored = await restore.runStandalone({
        args: [into],
        config: readConfig({ DATABASE_URL: url, DATA_DIR: join(office.folder, 'gaps-data') }),
      });
      expect(restored).toMatchObject({ failed: true, text: expect.stringContaining(`files: 2 faulty: ${gone}: it is missing`) });
    });
  });
});

describe('a backup is not made', () => {
  it('into a folder that has something in it, and leaves nothing half made', async () => {
    const filled = join(office.folder, 'filled');
    await mkdir(filled);
    await writeFile(join(filled, 'mine'), '');
    await expect(makeBackup(filled)).rejects.toThrow('is not empty; backups need a new place, or one of theirs');
    await expect(backup.run({ ...installation, args: [], config: readConfig({}) })).rejects.toThrow(
      'One place is needed: a folder or s3://…',
    );
    expect((await readdir(office.folder)).filter((name) => name.includes('.partial'))).toEqual([]);
  });

  it('when the database fails on the way', async () => {
    const pool = { connect: () => Promise.reject(new Error('the database is gone')) } as unknown as Pool;
    await expect(
      backup.run({ db: installation.db, pool, args: [join(office.folder, 'never')], config: readConfig({ DATA_DIR: office.dataDir }) }),
    ).rejects.toThrow('the database is gone');
    expect((await readdir(office.folder)).filter((name) => name.startsWith('never'))).toEqual([]);
  });
});
