import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { objectsPath, readNewest } from '../../../test/installation/backups.ts';
import { testDatabase } from '../../../test/installation/database.ts';
import { sha256Of } from '../../../test/installation/factories/evidence.ts';
import { withNewDatabase } from '../../../test/installation/new-database.ts';
import { contentsOf, keyOf, writeAround } from '../../../test/installation/s3/contents.ts';
import { startFaultyWay } from '../../../test/installation/s3/faults.ts';
import { hasS3, startS3, type S3Server } from '../../../test/installation/s3/server.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { openStore } from '../../server/platform/installation/storage-url.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';
import { verifyBackup } from './verify-backup.ts';

/** Three files, an empty one, and one that is uploaded in parts. */
const contents = [...['file 0', 'file 1', '存证'].map((text) => Buffer.from(text)), Buffer.alloc(0), randomBytes(9 * 2 ** 20)];
const sha256s = contents.map(sha256Of);

describe.skipIf(!hasS3)('a backup of an office that keeps its files in S3', () => {
  const installation = testDatabase();
  let s3: S3Server;
  let second: S3Server;
  let folder: string;
  let whole: string;
  const storageUrl = (bucket: string, port = s3.port) =>
    `s3://${bucket}/live?endpoint=http://127.0.0.1:${port}&region=cn-north-1&forcePathStyle=1` +
    '&accessKeyId=notary:tester&secretAccessKey=testing';
  const placeIn = (bucket: string) => ({ ...s3.place(), bucket, prefix: 'live/' });
  /** DATA_DIR of a machine that does not hold the files. */
  const makeBackup = async (into: string, url: string) =>
    backup.run({ ...installation, args: [into], config: readConfig({ DATA_DIR: join(folder, 'none'), STORAGE_URL: url }) });

  beforeAll(async () => {
    s3 = await startS3();
    folder = await mkdtemp(join(tmpdir(), 'notary-backup-s3-'));
    second = await startS3();
    const store = await openStore(storageUrl(s3.bucket), '/nowhere');
    const objects = await Promise.all(contents.map((bytes) => store.put(Readable.from([bytes]), { maxBytes: bytes.length })));
    await installation.db
      .insertInto('stored_object')
      .values(objects.map(({ sha256, sizeBytes }) => ({ sha256, size_bytes: String(sizeBytes) })))
      .execute();
    whole = join(folder, 'whole');
    await makeBackup(whole, storageUrl(s3.bucket));
  });
  afterAll(async () => {
    s3?.stop();
    second?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const said: string[] = [];
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation((line) => void said.push(String(line))));
  afterEach(() => {
    vi.restoreAllMocks();
    said.length = 0;
  });

  it('holds every file, each in a folder under its hash', async () => {
    expect((await readNewest(whole)).manifest.objects).toMatchObject({
      count: contents.length,
      bytes: contents.reduce((sum, { length }) => sum + length, 0),
      faulty: [],
    });
    expect(await filesIn(objectsPath(whole))).toEqual(sha256s.toSorted());
  });

  it('is restored into another bucket, where every file is whole', async () => {
    await withNewDatabase(async (url, pool) => {
      const result = await restore.runStandalone({
        args: [whole],
        config: readConfig({ DATABASE_URL: url, DATA_DIR: join(folder, 'other'), STORAGE_URL: storageUrl(second.bucket) }),
      });
      expect(result).toMatchObject({ failed: false });
      expect(await contentsOf(s3.client, placeIn(second.bucket))).toEqual(['installation-id', ...sha256s.map(keyOf).toSorted()]);
      await expectWhole(await openStore(storageUrl(second.bucket), '/nowhere'));
      expect(
        (await pool.query<{ sha256: string }>('select sha256 from stored_object')).rows.map(({ sha256 }) => sha256).toSorted(),
      ).toEqual(sha256s.toSorted());
    });
    expect(await readdir(join(folder, 'other'))).toEqual([]);
  });

  it('lies in a bucket too, encrypted, is read again there, and is restored from there', async () => {
    const address = `${storageUrl(second.bucket).replace('/live?', '/backups?')}`;
    const passphraseFile = join(folder, 'passphrase');
    await writeFile(passphraseFile, 'battery horse staple\n');
    const key = ['--passphrase-file', passphraseFile];
    const config = readConfig({ DATA_DIR: join(folder, 'none'), STORAGE_URL: storageUrl(s3.bucket), BACKUP_PLACE: address });
    expect(await backup.run({ ...installation, args: key, config })).toMatchObject({ failed: false, value: { copied: contents.length } });
    expect(await backup.run({ ...installation, args: key, config })).toMatchObject({ failed: false, value: { copied: 0 } });
    expect(await verifyBackup.runStandalone({ args: key, config })).toMatchObject({ failed: false, value: { isOpened: true, faults: [] } });
    await withNewDatabase(async (url) => {
      const into = { DATABASE_URL: url, DATA_DIR: join(folder, 'from-bucket'), BACKUP_PLACE: address };
      await expect(restore.runStandalone({ args: [], config: readConfig(into) })).rejects.toThrow('give --identity or --passphrase-file');
      expect(await restore.runStandalone({ args: key, config: readConfig(into) })).toMatchObject({ failed: false });
    });
    await expectWhole(await openStore(undefined, join(folder, 'from-bucket', 'objects')));
    const [first = ''] = sha256s;
    const place = { ...placeIn(second.bucket), prefix: 'backups/' };
    await writeAround(s3.client, place, `objects/${keyOf(first)}.age`, 'not what was written');
    expect(await verifyBackup.runStandalone({ args: [], config })).toMatchObject({
      failed: true,
      value: { faults: [{ name: `objects/${keyOf(first)}.age`, fault: 'changed' }] },
    });
  });

  it('is restored into a folder, without S3', async () => {
    const data = join(folder, 'moved');
    await withNewDatabase(async (url) => {
      expect(await restore.runStandalone({ args: [whole], config: readConfig({ DATABASE_URL: url, DATA_DIR: data }) })).toMatchObject({
        failed: false,
      });
    });
    expect(await filesIn(join(data, 'objects'))).toEqual(sha256s.toSorted());
    await expectWhole(await openStore(undefined, join(data, 'objects')));
  });

  it('names what the bucket has lost or holds damaged, asks again for what broke off on its way, and keeps the rest', async () => {
    const [gone = '', changed = ''] = sha256s;
    const place = placeIn(s3.bucket);
    await s3.client.send(new DeleteObjectCommand({ Bucket: place.bucket, Key: `${place.prefix}${keyOf(gone)}` }));
    await writeAround(s3.client, place, keyOf(changed), 'FILE 1');
    const way = await startFaultyWay(s3.port);
    way.failOnce('get', 'cut answer');
    const into = join(folder, 'with-gaps');
    expect(await makeBackup(into, storageUrl(s3.bucket, way.port))).toMatchObject({ failed: true });
    expect(way.happened()).toBe(true);
    await way.stop();
    expect(said.toSorted()).toEqual(
      [`file ${gone} is not in the backup: it is missing`, `file ${changed} is not in the backup: it is damaged`].toSorted(),
    );
    expect(await filesIn(objectsPath(into))).toEqual(sha256s.slice(2).toSorted());
  });

  async function expectWhole(store: Awaited<ReturnType<typeof openStore>>): Promise<void> {
    for (const [at, sha256] of sha256s.entries())
      expect((await buffer((await store.open(sha256)).stream)).equals(contents[at] ?? Buffer.from('none')), sha256).toBe(true);
  }
});

async function filesIn(objects: string): Promise<string[]> {
  const entries = await readdir(join(objects, 'sha256'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
}
