import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backedUp } from '../../../test/installation/backed-up.ts';
import { flipByte, manifestPath, objectFile, objectsPath, tablePath } from '../../../test/installation/backups.ts';
import { sha256Of, uid } from '../../../test/installation/factories/evidence.ts';
import { newDatabase, type NewDatabase } from '../../../test/installation/new-database.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { restore } from './restore.ts';

const office = backedUp();
const { installation } = office;

describe('a backup is not restored, and the database stays empty,', () => {
  let target: NewDatabase;
  beforeAll(async () => void (target = await newDatabase()));
  afterAll(() => target.drop());

  it.each<[what: string, damage: (copy: string) => Promise<unknown>, line: string | RegExp]>([
    ['where there is none', (copy) => rm(manifestPath(copy)), 'it has no manifest.json'],
    ['with a manifest that is none', (copy) => writeManifest(copy, '{}'), 'is damaged, or of a newer program'],
    ['with a byte of the manifest changed', (copy) => flipByte(manifestPath(copy)), /manifest\.json of the backup was changed/],
    [
      'of a newer program',
      (copy) => inManifest(copy, '"0001_lists"', '"0001_lists", "9999_later"'),
      'made by a newer program: it has migration 9999_later',
    ],
    [
      'of an earlier release with a part of its migrations',
      (copy) => inManifest(copy, '"0001_lists"', '"0001_house"'),
      'of an earlier release (its last migration is 0001_house)',
    ],
    [
      'with a byte of a table changed',
      (copy) => flipByte(tablePath(copy, 'points_transfer')),
      /its file backups\/\d+T\d+Z\/tables\/points_transfer\.copy\.gz was changed/,
    ],
    ['with a table missing', (copy) => rm(tablePath(copy, 'trail')), /tables\/trail\.copy\.gz is missing/],
    ['with a stored file missing', async (copy) => rm(objectFile(objectsPath(copy), await firstObject())), 'is missing'],
    [
      'with a byte of a stored file changed',
      async (copy) => flipByte(objectFile(objectsPath(copy), await firstObject())),
      '1 of its files were changed',
    ],
    ['with other columns', (copy) => inManifest(copy, '"realname"', '"surname"'), 'do not agree about table account'],
  ])('%s', async (_what, damage, line) => {
    const copy = join(office.folder, `copy-${uid()}`);
    await cp(office.whole, copy, { recursive: true });
    await damage(copy);
    await expect(
      restore.runStandalone({ args: [copy], config: readConfig({ DATABASE_URL: target.url, DATA_DIR: `${copy}-data` }) }),
    ).rejects.toThrow(line);
    expect((await target.pool.query("select from pg_class where relnamespace = 'public'::regnamespace")).rowCount).toBe(0);
  });
});

describe('a manifest whose SHA-256 is named', () => {
  it.each([
    ['of another backup', 'ab'.repeat(32), /is another one than was made: its manifest has the SHA-256 [0-9a-f]{64}, not (ab){32}/],
    ['that is none', 'abc', '--manifest takes the SHA-256 that backup printed'],
    ['that is empty', '', '--manifest takes the SHA-256 that backup printed'],
  ])('%s keeps the backup from being restored', async (_what, sha256, line) => {
    const config = readConfig({ DATA_DIR: join(office.folder, `refused-${uid()}`) });
    await expect(restore.runStandalone({ args: [office.whole, '--manifest', sha256], config })).rejects.toThrow(line);
  });
});

const firstObject = async () =>
  (await installation.db.selectFrom('stored_object').select('sha256').orderBy('sha256').executeTakeFirstOrThrow()).sha256;

async function inManifest(copy: string, from: string, to: string): Promise<void> {
  const text = await readFile(manifestPath(copy), 'utf8');
  expect(text).toContain(from);
  await writeManifest(copy, text.replace(from, to));
}

async function writeManifest(copy: string, text: string): Promise<void> {
  await writeFile(manifestPath(copy), text);
  await writeFile(`${manifestPath(copy)}.sha256`, `${sha256Of(Buffer.from(text))}  manifest.json\n`);
}
