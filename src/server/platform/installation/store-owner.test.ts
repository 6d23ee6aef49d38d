import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withNewDatabase } from '../../../../test/installation/new-database.ts';
import { backup } from '../../../cli/backup/backup.ts';
import { fsck } from '../../../cli/check/fsck.ts';
import { storeCommands } from '../../../cli/commands/store.ts';
import { withDatabase } from '../../../cli/lib/connect.ts';
import { readConfig, type Config } from '../runtime/config.ts';
import { StartupError } from '../runtime/startup-error.ts';
import { installationId } from './identity.ts';
import { openInstallation } from './open.ts';
import { openOwnStore, shownStore } from './store-owner.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-owner-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let places = 0;
const configOf = (url: string, name = `data-${(places += 1)}`): Config => readConfig({ DATABASE_URL: url, DATA_DIR: join(folder, name) });
const ownerIn = (config: Config) => readFile(join(config.dataDir, 'objects/installation-id'), 'utf8').then((text) => text.trim());
const started = async (config: Config) => (await openInstallation(config, () => undefined)).close();
const [adopt] = storeCommands;

/** Starts on a new database and stores as many files. @returns the installation's ID. */
async function filled(config: Config, count: number): Promise<string> {
  const installation = await openInstallation(config, () => undefined);
  try {
    for (let at = 0; at < count; at += 1) {
      const { sha256, sizeBytes } = await installation.store.put(Readable.from([Buffer.from(`文件 ${at}`)]), { maxBytes: 100 });
      await installation.db
        .insertInto('stored_object')
        .values({ sha256, size_bytes: String(sizeBytes) })
        .execute();
    }
    return (await installationId(installation.db)) ?? '';
  } finally {
    await installation.close();
  }
}

describe('the store of an installation', () => {
  it('is claimed by the first start, and accepted by every later one', async () => {
    await withNewDatabase(async (url) => {
      const config = configOf(url);
      const id = await filled(config, 3);
      expect(await ownerIn(config)).toBe(id);
      await started(config);
      expect(await ownerIn(config)).toBe(id);
    });
  });

  it('is refused to the server, the worker and commands of another installation, naming both', async () => {
    await withNewDatabase(async (url) => {
      const own = configOf(url);
      const id = await filled(own, 1);
      await withNewDatabase(async (otherUrl) => {
        const other = configOf(otherUrl);
        const otherId = await filled(other, 0);
        const wrong = { ...own, dataDir: other.dataDir };
        const refusal = new RegExp(
          `files in ${shownStore(wrong)} are those of installation ${otherId}, .* of installation ${id}\\. Set STORAGE_URL`,
        );
        await expect(started(wrong)).rejects.toThrow(StartupError);
        await expect(started(wrong)).rejects.toThrow(refusal);
        await withDatabase(wrong, async (db, pool) => {
          await expect(openOwnStore(wrong, db)).rejects.toThrow(refusal);
          await expect(fsck.run({ db, pool, args: [], config: wrong })).rejects.toThrow(refusal);
          await expect(backup.run({ db, pool, args: [join(folder, 'place')], config: wrong })).rejects.toThrow(refusal);
        });
        expect(await ownerIn(wrong)).toBe(otherId);
      });
    });
  });

  it('is not an empty one that nobody owns when the database has objects', async () => {
    await withNewDatabase(async (url) => {
      const id = await filled(configOf(url), 3);
      const empty = configOf(url);
      await expect(started(empty)).rejects.toThrow(
        new RegExp(
          `belong to no installation, .* installation ${id}, and of 3 of its files that were looked for 0 are there\\. Set STORAGE_URL`,
        ),
      );
      await expect(ownerIn(empty)).rejects.toThrow('ENOENT');
    });
  });

  it('of an earlier release, which no file names, is known by its objects and claimed', async () => {
    await withNewDatabase(async (url) => {
      const config = configOf(url);
      const id = await filled(config, 30);
      const moved = configOf(url);
      await cp(join(config.dataDir, 'objects/sha256'), join(moved.dataDir, 'objects/sha256'), { recursive: true });
      await withDatabase(moved, async (db) => expect((await openOwnStore(moved, db)).direct).toBeUndefined());
      await expect(ownerIn(moved)).rejects.toThrow('ENOENT');
      await started(moved);
      expect(await ownerIn(moved)).toBe(id);
    });
  });

  it('can be adopted on purpose, which the trail tells', async () => {
    await withNewDatabase(async (url) => {
      const id = await filled(configOf(url), 3);
      const empty = configOf(url);
      await expect(adopt.runStandalone({ args: [], config: empty })).rejects.toThrow(`There is no ${empty.dataDir}. Set DATA_DIR`);
      await mkdir(empty.dataDir);
      expect((await adopt.runStandalone({ args: [], config: empty })).value).toEqual({ place: shownStore(empty), owner: id, before: null });
      expect((await adopt.runStandalone({ args: [], config: empty })).text).toContain('They did before.');
      const installation = await openInstallation(empty, () => undefined);
      const rows = await installation.db.selectFrom('trail').select(['after']).where('action', '=', '接管文件存储').execute();
      await installation.close();
      expect(rows).toEqual([{ after: { owner: id, place: shownStore(empty) } }]);
    });
  });
});

it('a bucket is named without its secret', () => {
  const storageUrl = 's3://bucket/live?accessKeyId=a&secretAccessKey=topsecret';
  expect(shownStore({ storageUrl, dataDir: 'data' })).toBe('s3://bucket/live');
});
