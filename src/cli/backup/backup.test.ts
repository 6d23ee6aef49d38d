import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { manifestPath, objectsPath, readNewest, tablePath } from '../../../test/installation/backups.ts';
import { applicationMaker } from '../../../test/installation/factories/applications.ts';
import { sha256Of, uid } from '../../../test/installation/factories/evidence.ts';
import { newDatabase, withNewDatabase, type NewDatabase } from '../../../test/installation/new-database.ts';
import { readConfig } from '../../server/runtime/config.ts';
import { openLogSigner } from '../../server/custody/log/log-signer.ts';
import { growLog } from '../../server/custody/log/sequencer.ts';
import { appliedNames, migrate, migrations } from '../../server/db/migrate.ts';
import { emit } from '../../server/events/emit.ts';
import { placeAll } from '../../server/events/sequencer.ts';
import { createLocalStore } from '../../server/storage/local.ts';
import { extendTrailChain } from '../../server/trail/chain.ts';
import { backup } from './backup.ts';
import { copyObjects, intoStore } from './place/copy-objects.ts';
import { takeEmptyDatabase } from './empty-database.ts';
import { loadTables } from './load-tables.ts';
import { restore } from './restore.ts';

const installation = testApp();
const make = applicationMaker(installation);
const certificate = Buffer.from('a certificate');
let folder: string;
let dataDir: string;
/** The first backup; tests that damage one work on copies. */
let whole: string;
let before: Map<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-backup-'));
  dataDir = join(folder, 'data');
  await mkdir(dataDir);
  await symlink(installation.folder, join(dataDir, 'objects'));
  await make.open();
  await installation.db
    .insertInto('secret')
    .values({ name: 'evidence-owner', value: Buffer.from(installation.ownerSecret) })
    .execute();
  const { userId } = await make.paid('enterprise', 2);
  expect((await make.transfer(await make.apply())).status).toBe(200);
  await addOddRows(userId);
  await growLog(installation.db, await openLogSigner(installation.db, readConfig({})));
  while ((await extendTrailChain(installation.db)) > 0);
  expect(await placeAll(installation.db)).toBeGreaterThan(5);
  await installation.db.transaction().execute((tx) => emit(tx, { type: 'webhook.test', data: { user_id: null, webhook_id: 'waits' } }));
  await installation.app.close(); // what it has yet to write of its calls is written
  before = await digests(installation.pool);
  whole = join(folder, 'whole');
  await makeBackup(whole);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const said: string[] = [];
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation((line) => void said.push(String(line))));
afterEach(() => {
  vi.restoreAllMocks();
  said.length = 0;
});

describe('a backup', () => {
  it('brings back every table row by row, every sequence and every stored file', async () => {
    await withNewDatabase(async (url, pool) => {
      const { manifest, read, objects, store } = await readNewest(whole);
      const target = await createLocalStore(join(folder, 'restored'));
      let copied = 0;
      for await (const one of copyObjects(objects(), store, intoStore(target))) copied += 'fault' in one ? 0 : 1;
      const session = await takeEmptyDatabase(pool);
      await loadTables(session, read, manifest);
      session.release(true);
      expect(await digests(pool)).toEqual(before);
      expect([...before.values()].filter((digest) => digest !== empty).length).toBeGreaterThan(25);
      expect({ copied, faulty: manifest.objects.faulty }).toEqual({ copied: manifest.objects.count, faulty: [] });
      expect(await filesOf(join(folder, 'restored', 'sha256'))).toEqual(await filesOf(join(installation.folder, 'sha256')));
      expect(await buffer((await target.open(sha256Of(certificate))).stream)).toEqual(certificate);
      // The guards are on again, and counting goes on where it was.
      await expect(pool.query('delete from trail')).rejects.toThrow('append-only');
      const id = (at: Pool) => at.query<{ id: string }>("select nextval(pg_get_serial_sequence('trail', 'id')) as id");
      expect(Number((await id(pool)).rows[0]?.id)).toBeGreaterThan(
        Number((await installation.pool.query<{ id: string }>('select max(id) - 1 as id from trail')).rows[0]?.id),
      );
      // So does the feed: what waited gets its place behind all that had been read.
      await pool.query('select place_events(10)');
      const feed = await pool.query<{ place: string; data: unknown }>('select place, data from event order by place desc limit 2');
      expect(feed.rows[0]?.data).toEqual({ webhook_id: 'waits' });
      expect(feed.rows[1]).toEqual((await installation.pool.query('select place, data from event order by place desc limit 1')).rows[0]);
      await expect(
        restore.runStandalone({ args: [whole], config: readConfig({ DATABASE_URL: url, DATA_DIR: join(folder, 'other') }) }),
      ).rejects.toThrow('The database is not empty');
    });
  });

  it('is restored by one command, which checks it as fsck does and is on the trail', async () => {
    await withNewDatabase(async (url, pool) => {
      const result = await restore.runStandalone({
        args: [whole],
        config: readConfig({ DATABASE_URL: url, DATA_DIR: join(folder, 'new') }),
      });
      expect(result.text).toMatch(/^The backup of \S+ is restored: \d+ rows of \d+ tables, \d+ files/);
      expect(result.text).not.toMatch(/broken|faulty/);
      expect(result.failed).toBe(false);
      const { rows } = await pool.query('select action, object from trail order by id desc limit 1');
      expect(rows).toEqual([{ action: '恢复备份', object: `backup/${(await readNewest(whole)).manifest.madeAt}` }]);
    });
  });

  it('of an older program is restored at its own migrations and brought forward', async () => {
    const into = join(folder, 'older');
    await withNewDatabase(async (_url, pool) => {
      await migrate(pool, migrations.slice(0, -1));
      const { rows } = await pool.query<{ id: string }>("insert into role (position) values ('旧角色') returning id");
      await backup.run({ db: installation.db, pool, args: [into], config: readConfig({ DATA_DIR: dataDir }) });
      await withNewDatabase(async (url, restored) => {
        await restore.runStandalone({ args: [into], config: readConfig({ DATABASE_URL: url, DATA_DIR: join(folder, 'older-data') }) });
        expect((await restored.query("select id from role where position = '旧角色'")).rows).toEqual(rows);
        expect(await appliedNames(restored)).toEqual(migrations.map(({ name }) => name));
      });
    });
  });

  it('is restored by a database account that may switch triggers off, and refused to another', async () => {
    const role = `r_${uid()}`;
    await withNewDatabase(async (url, pool) => {
      await pool.query(`create role ${role} login; grant create on schema public to ${role}`);
      const config = readConfig({ DATABASE_URL: url.replace(/user=.*$/, `user=${role}`), DATA_DIR: join(folder, 'account') });
      try {
        await expect(restore.runStandalone({ args: [whole], config })).rejects.toThrow('GRANT SET ON PARAMETER session_replication_role');
        await pool.query(`grant set on parameter session_replication_role to ${role}`);
        expect(await restore.runStandalone({ args: [whole], config })).toMatchObject({ failed: false });
      } finally {
        await pool.query(`drop owned by ${role}; drop role ${role}`);
      }
    });
  });

  it('is one snapshot, is on the trail afterwards, and only its owner may read it', async () => {
    const { manifest, sha256 } = await readNewest(whole);
    const { rows } = await installation.pool.query("select object, after from trail where action = '备份' order by id limit 1");
    expect(rows).toEqual([{ object: `backup/${manifest.madeAt}`, after: { sha256 } }]);
    expect(manifest.migrations).toEqual(migrations.map(({ name }) => name));
    expect([
      (await stat(whole)).mode & 0o777,
      (await stat(manifestPath(whole))).mode & 0o777,
      (await stat(tablePath(whole, 'secret'))).mode & 0o777,
    ]).toEqual([0o700, 0o600, 0o600]);
  });

  it('names what the store cannot give and the scrub has not reported, keeps the rest, and is restored without it', async () => {
    const sha256s = await installation.db.selectFrom('stored_object').select('sha256').orderBy('sha256').limit(3).execute();
    const [gone = '', changed = '', known = ''] = sha256s.map(({ sha256 }) => sha256);
    const other = join(folder, 'damaged-data');
    await cp(installation.folder, join(other, 'objects'), { recursive: true });
    await rm(objectFile(join(other, 'objects'), gone));
    await rm(objectFile(join(other, 'objects'), known));
    await installation.db
      .updateTable('stored_object')
      .set({ state: 'missing', checked_at: new Date() })
      .where('sha256', '=', known)
      .execute();
    await appendFile(objectFile(join(other, 'objects'), changed), 'x');
    const into = join(folder, 'with-gaps');
    const result = await makeBackup(into, other);
    expect(result.failed).toBe(true);
    expect(said).toEqual([`file ${gone} is not in the backup: it is missing`, `file ${changed} is not in the backup: it is damaged`]);
    const { manifest } = await readNewest(into);
    expect(manifest.objects.count).toBe((await readNewest(whole)).manifest.objects.count - 3);
    expect(manifest.objects.faulty).toEqual([
      { sha256: gone, fault: 'missing', isExpected: false },
      { sha256: changed, fault: 'damaged', isExpected: false },
      { sha256: known, fault: 'missing', isExpected: true },
    ]);
    await withNewDatabase(async (url) => {
      const restored = await restore.runStandalone({
        args: [into],
        config: readConfig({ DATABASE_URL: url, DATA_DIR: join(folder, 'gaps-data') }),
      });
      expect(restored).toMatchObject({ failed: true, text: expect.stringContaining(`files: 2 faulty: ${gone}: it is missing`) });
    });
  });
});

describe('a backup is not made', () => {
  it('into a folder that has something in it, and leaves nothing half made', async () => {
    const filled = join(folder, 'filled');
    await mkdir(filled);
    await writeFile(join(filled, 'mine'), '');
    await expect(makeBackup(filled)).rejects.toThrow('is not empty; backups need a new place, or one of theirs');
    await expect(backup.run({ ...installation, args: [], config: readConfig({}) })).rejects.toThrow(
      'One place is needed: a folder or s3://…',
    );
    expect((await readdir(folder)).filter((name) => name.includes('.partial'))).toEqual([]);
  });

  it('when the database fails on the way', async () => {
    const pool = { connect: () => Promise.reject(new Error('the database is gone')) } as unknown as Pool;
    await expect(
      backup.run({ db: installation.db, pool, args: [join(folder, 'never')], config: readConfig({ DATA_DIR: dataDir }) }),
    ).rejects.toThrow('the database is gone');
    expect((await readdir(folder)).filter((name) => name.startsWith('never'))).toEqual([]);
  });
});

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
    const copy = join(folder, `copy-${uid()}`);
    await cp(whole, copy, { recursive: true });
    await damage(copy);
    await expect(
      restore.runStandalone({ args: [copy], config: readConfig({ DATABASE_URL: target.url, DATA_DIR: `${copy}-data` }) }),
    ).rejects.toThrow(line);
    expect((await target.pool.query("select from pg_class where relnamespace = 'public'::regnamespace")).rowCount).toBe(0);
  });
});

const objectFile = (root: string, sha256: string) => join(root, 'sha256', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
const filesOf = async (root: string) => (await readdir(root, { recursive: true })).toSorted();
const firstObject = async () =>
  (await installation.db.selectFrom('stored_object').select('sha256').orderBy('sha256').executeTakeFirstOrThrow()).sha256;

async function makeBackup(into: string, data = dataDir) {
  return backup.run({ ...installation, args: [into], config: readConfig({ DATA_DIR: data }) });
}

/** What COPY has to escape, and a certificate. */
async function addOddRows(user_id: string): Promise<void> {
  const content = 'tab\there, line\nfeed, return\r, back\\slash, \\N, \\., 𠮷, ""';
  await installation.db
    .insertInto('feedback')
    .values({ user_id, user_type: 'enterprise', kind: 'software', content, version: '', model: '', system: '' })
    .execute();
  const { sha256, sizeBytes } = await installation.store.put(Readable.from([certificate]), { maxBytes: 1000 });
  const { id } = await installation.db.selectFrom('evidence').select('id').executeTakeFirstOrThrow();
  await installation.db
    .insertInto('certificate')
    .values({ evidence_id: id, content_sha256: sha256, sha256, size_bytes: String(sizeBytes), level: 'B-B', issued_at: new Date() })
    .execute();
}

/** Of every table, generated columns and all. */
async function digests(pool: Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname",
  );
  const found = new Map<string, string>();
  for (const { name } of rows) {
    const digest = await pool.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text collate "C")), '') as digest from "${name}" t`,
    );
    found.set(name, digest.rows[0]?.digest ?? '');
  }
  return found;
}
const empty = '0 ';

async function inManifest(copy: string, from: string, to: string): Promise<void> {
  const text = await readFile(manifestPath(copy), 'utf8');
  expect(text).toContain(from);
  await writeManifest(copy, text.replace(from, to));
}

async function writeManifest(copy: string, text: string): Promise<void> {
  await writeFile(manifestPath(copy), text);
  await writeFile(`${manifestPath(copy)}.sha256`, `${sha256Of(Buffer.from(text))}  manifest.json\n`);
}

async function flipByte(path: string): Promise<void> {
  const bytes = await readFile(path);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(path, bytes);
}
