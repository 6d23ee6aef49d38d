import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flipByte, manifestPath, readNewest, tablePath } from '../../../test/installation/backups.ts';
import { testDatabase } from '../../../test/installation/database.ts';
import { sha256Of, uid } from '../../../test/installation/factories/evidence.ts';
import { withNewDatabase } from '../../../test/installation/new-database.ts';
import { tool } from '../../../test/installation/tool.ts';
import { openInstallation } from '../../server/platform/installation/open.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { createLocalStore } from '../../server/platform/storage/local.ts';
import type { ObjectStore } from '../../server/platform/storage/store.ts';
import { withDatabase } from '../lib/connect.ts';
import { backup } from './backup.ts';
import { newIdentity, recipientOf } from './place/encryption.ts';
import { keyName, openPlace, putText, writeTerms } from './place/place.ts';
import { restore } from './restore.ts';
import { removeOld } from './place/retention.ts';
import { verifyBackup } from './verify-backup.ts';

const run = promisify(execFile);
const installation = testDatabase();
let folder: string;
let dataDir: string;
let store: ObjectStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-place-'));
  dataDir = join(folder, 'data');
  store = await createLocalStore(join(dataDir, 'objects'));
  for (let at = 0; at < 5; at += 1) await addObject();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function addObject(bytes = randomBytes(3000)): Promise<string> {
  const { sha256, sizeBytes } = await store.put(Readable.from([bytes]), { maxBytes: bytes.length });
  await installation.db
    .insertInto('stored_object')
    .values({ sha256, size_bytes: String(sizeBytes) })
    .execute();
  return sha256;
}
const newPlace = () => join(folder, uid());
const config = (more: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...more });
const makeBackup = (...args: string[]) => backup.run({ ...installation, args, config: config() });
const verify = (...args: string[]) => verifyBackup.runStandalone({ args, config: config() });
const fileOf = (place: string, sha256: string, suffix = '') =>
  join(place, 'objects/sha256', sha256.slice(0, 2), sha256.slice(2, 4), `${sha256}${suffix}`);
const firstObject = async () => {
  const found = await installation.db.selectFrom('stored_object').select('sha256').orderBy('sha256').executeTakeFirstOrThrow();
  return found.sha256;
};

/** What the first backup under a passphrase does, but with a key that opens quickly. */
async function beginWeakly(path: string, passphrase: string): Promise<void> {
  const place = await openPlace(path, undefined);
  const { identity, sealed } = await newIdentity(passphrase.trimEnd(), 10);
  const keySha256 = await putText(place.files, keyName, sealed);
  const { id } = await installation.db.selectFrom('installation_identity').select('id').executeTakeFirstOrThrow();
  await writeTerms(place, { format: 'notary-backups/1', installation: id, recipient: await recipientOf(identity), keySha256 });
}

describe('the backups of a place', () => {
  it('copy what is new alone, and each is restored as it was', async () => {
    const place = newPlace();
    const first = await makeBackup(place);
    expect(first.value).toMatchObject({ files: 5, copied: 5 });
    const added = await addObject();
    expect((await makeBackup(place)).value).toMatchObject({ files: 6, copied: 1, copiedBytes: 3000 });
    expect((await makeBackup(place)).value).toMatchObject({ files: 6, copied: 0 });
    // The next backup restores a lost file.
    await rm(fileOf(place, added));
    expect(await verify(place)).toMatchObject({ failed: true, text: expect.stringContaining(`${added}: missing`) });
    expect((await makeBackup(place)).value).toMatchObject({ files: 6, copied: 1 });
    expect(await verify(place)).toMatchObject({ failed: false, value: { count: 6 } });
    const { id } = first.value as { id: string };
    for (const [wanted, count] of [
      [['--backup', id], 5],
      [[], 6],
    ] as const)
      await withNewDatabase(async (url, pool) => {
        const into = readConfig({ DATABASE_URL: url, DATA_DIR: newPlace() });
        expect(await restore.runStandalone({ args: [place, ...wanted], config: into })).toMatchObject({ failed: false });
        expect((await pool.query('select from stored_object')).rowCount).toBe(count);
      });
    await expect(restore.runStandalone({ args: [place, '--backup', '20200101T000000000Z'], config: config() })).rejects.toThrow(
      'There is no backup 20200101T000000000Z',
    );
  });

  it('go when they are old, with what no other one needs, and no other file', async () => {
    const place = newPlace();
    await makeBackup(place);
    const gone = await addObject();
    await makeBackup(place);
    await installation.pool.query('delete from stored_object where sha256 = $1', [gone]);
    const shared = await firstObject();
    expect(existsSync(fileOf(place, gone))).toBe(true);
    expect((await makeBackup(place, '--keep', '2')).value).toMatchObject({ removed: [expect.stringMatching(/^\d+T\d+Z$/)] });
    expect(existsSync(fileOf(place, gone))).toBe(true);
    expect((await makeBackup(place, '--keep', '1')).value).toMatchObject({ removed: [expect.anything(), expect.anything()] });
    expect([existsSync(fileOf(place, gone)), existsSync(fileOf(place, shared))]).toEqual([false, true]);
    expect(await readdir(join(place, 'backups'))).toHaveLength(1);
    await makeBackup(place, '--keep', '1', '--keep-days', '3');
    const opened = await openPlace(place, undefined);
    expect(await removeOld(opened, { newest: 1, days: 3 }, new Date(Date.now() + 2 * 86_400_000))).toEqual([]);
    expect(await removeOld(opened, { newest: 1, days: 3 }, new Date(Date.now() + 4 * 86_400_000))).toHaveLength(1);
    expect(await verify(place)).toMatchObject({ failed: false });
    await expect(makeBackup(place, '--keep', '0')).rejects.toThrow('--keep is a number from 1 on.');
  });

  it('are of one installation, and are made one at a time', async () => {
    const place = newPlace();
    const both = await Promise.allSettled([makeBackup(place), makeBackup(place)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: 'Another backup of this installation is under way.' },
    });
    await installation.pool.query("update installation_identity set id = 'another'");
    await expect(makeBackup(place)).rejects.toThrow('this is another: each has a place of its own');
    await installation.pool.query('update installation_identity set id = gen_random_uuid()::text');
    await expect(makeBackup(place, '--recipient', 'age1abc')).rejects.toThrow('each has a place of its own');
  });
});

describe('a flipped byte', () => {
  let place: string;
  beforeAll(async () => {
    place = newPlace();
    await makeBackup(place);
  });

  it.each<[what: string, path: (copy: string) => Promise<string>, name: RegExp]>([
    ['of a table', async (copy) => tablePath(copy, 'trail'), /\nbackups\/\d+T\d+Z\/tables\/trail\.copy\.gz: changed$/],
    ['of a stored file', async (copy) => fileOf(copy, await firstObject()), /\nobjects\/sha256\/..\/..\/[0-9a-f]{64}: changed$/],
    ['of the list of files', async (copy) => manifestPath(copy).replace('manifest.json', 'objects.tsv.gz'), /objects\.tsv\.gz: changed$/],
    ['of a manifest', async (copy) => manifestPath(copy), /\/manifest\.json: changed$/],
  ])('%s is named by its file, and the backup is not restored', async (_what, path, name) => {
    const copy = newPlace();
    await cp(place, copy, { recursive: true });
    await flipByte(await path(copy));
    const found = await verify(copy);
    expect([found.failed, found.text]).toEqual([true, expect.stringMatching(name)]);
    await withNewDatabase(async (url) => {
      const into = readConfig({ DATABASE_URL: url, DATA_DIR: newPlace() });
      await expect(restore.runStandalone({ args: [copy], config: into })).rejects.toThrow(/changed/);
    });
  });
});

describe('an encrypted backup', () => {
  const files = { identity: '', passphrase: '', other: '' };
  beforeAll(async () => {
    const { identity } = await newIdentity('not used', 10);
    files.identity = join(folder, 'identity');
    await writeFile(files.identity, `# created by a test\n${identity}\n`);
    files.passphrase = join(folder, 'passphrase');
    await writeFile(files.passphrase, 'battery horse staple\n');
    files.other = join(folder, 'other-passphrase');
    await writeFile(files.other, 'battery horse stable\n');
  });
  const recipient = async () => recipientOf(/^AGE.*$/m.exec(await readFile(files.identity, 'utf8'))?.[0] ?? '');

  it('for a recipient is opened by Debian’s age, needs its key for a restore, and none to be made or read again', async (context) => {
    const place = newPlace();
    await makeBackup(place, '--recipient', await recipient());
    expect((await makeBackup(place)).value).toMatchObject({ copied: 0 });
    expect(await verify(place)).toMatchObject({ failed: false, value: { isOpened: false } });
    expect(await verify(place, '--identity', files.identity)).toMatchObject({ failed: false, value: { isOpened: true } });
    await withNewDatabase(async (url) => {
      const into = readConfig({ DATABASE_URL: url, DATA_DIR: newPlace() });
      const restoreBy = (...key: string[]) => restore.runStandalone({ args: [place, ...key], config: into });
      await expect(restoreBy()).rejects.toThrow('give --identity or --passphrase-file');
      expect(await restoreBy('--identity', files.identity)).toMatchObject({ failed: false });
    });
    const age = tool('age');
    if (age.isMissing) return context.skip(age.note);
    const sha256 = await firstObject();
    const opened = await run(age.path, ['-d', '-i', files.identity, fileOf(place, sha256, '.age')], { encoding: 'buffer' });
    expect(sha256Of(opened.stdout)).toBe(sha256);
    const table = await run(age.path, ['-d', '-i', files.identity, `${tablePath(place, 'stored_object')}.age`], { encoding: 'buffer' });
    expect(gunzipSync(table.stdout).toString()).toContain(sha256);
  });

  it('under a passphrase is opened by it alone', async () => {
    const place = newPlace();
    await beginWeakly(place, await readFile(files.passphrase, 'utf8'));
    await makeBackup(place, '--passphrase-file', files.passphrase);
    await expect(makeBackup(place, '--passphrase-file', files.other)).rejects.toThrow('The passphrase does not open key.age');
    await expect(makeBackup(place, '--recipient', await recipient())).rejects.toThrow('another key needs a new place');
    await expect(verify(place, '--identity', files.identity)).rejects.toThrow('The key is another one');
    expect(await verify(place, '--passphrase-file', files.passphrase)).toMatchObject({ failed: false, value: { isOpened: true } });
    const texts = await Promise.all(
      [`${tablePath(place, 'account')}.age`, fileOf(place, await firstObject(), '.age')].map((path) => readFile(path, 'latin1')),
    );
    for (const text of texts) expect(text).toMatch(/^age-encryption\.org\/v1\n-> X25519 /);
    await flipByte(join(place, 'key.age'));
    await expect(verify(place, '--passphrase-file', files.passphrase)).rejects.toThrow('The file key.age of the backups was changed');
    expect(await verify(place)).toMatchObject({ failed: true, text: expect.stringMatching(/\nkey\.age: changed$/) });
    await writeFile(files.other, 'short');
    await expect(makeBackup(newPlace(), '--passphrase-file', files.other)).rejects.toThrow('The passphrase is too short');
  });
});

describe('the MAC of a backup under a passphrase', () => {
  it('is asked for by a restore with the passphrase: a backup that another made, or that was changed, is refused', async () => {
    const [place, passphrase] = [newPlace(), join(folder, uid())];
    await writeFile(passphrase, 'battery horse staple\n');
    await beginWeakly(place, 'battery horse staple\n');
    const key = ['--passphrase-file', passphrase];
    await makeBackup(place, ...key);
    const [mac, manifest] = [`${manifestPath(place)}.mac`, manifestPath(place)];
    await withNewDatabase(async (url) => {
      const into = readConfig({ DATABASE_URL: url, DATA_DIR: newPlace() });
      const restoreFrom = (...args: string[]) => restore.runStandalone({ args: [...args, ...key], config: into });
      // Whoever can write to the place changes the manifest and the hash beside it.
      const [text, right] = [await readFile(manifest, 'utf8'), await readFile(mac, 'utf8')];
      const forged = text.replace('"madeAt": "20', '"madeAt": "19');
      const write = async (bytes: string) => {
        await writeFile(manifest, bytes);
        await writeFile(`${manifest}.sha256`, `${sha256Of(Buffer.from(bytes))}  manifest.json\n`);
      };
      await write(forged);
      await expect(restoreFrom(place)).rejects.toThrow('is not one that was made with this passphrase');
      await expect(restoreFrom(place, '--manifest', sha256Of(Buffer.from(forged)))).rejects.toThrow('is not one that was made with');
      expect(await verify(place, ...key)).toMatchObject({ failed: true, text: expect.stringMatching(/manifest\.json\.mac: changed$/) });
      await write(text);
      for (const wrong of ['', right.slice(0, -2), `${right.slice(0, 62)}zz\n`, sha256Of(Buffer.from(text))]) {
        await writeFile(mac, wrong);
        await expect(restoreFrom(place), wrong).rejects.toThrow('is not one that was made with this passphrase');
      }
      await rm(mac);
      await expect(restoreFrom(place)).rejects.toThrow('it has no MAC');
      expect(await verify(place, ...key)).toMatchObject({ failed: true, text: expect.stringMatching(/manifest\.json\.mac: missing$/) });
      // Nor is a backup without encryption taken for one of a place with a passphrase.
      const plainPlace = newPlace();
      await makeBackup(plainPlace);
      await expect(restoreFrom(plainPlace)).rejects.toThrow('has no passphrase: it is not one that was made with yours');
      await writeFile(mac, right);
      expect(await restoreFrom(place)).toMatchObject({ failed: false });
    });
  });

  it('does not belong to another name: an earlier backup moved to the name of a later one is refused', async () => {
    const [place, passphrase] = [newPlace(), join(folder, uid())];
    await writeFile(passphrase, 'battery horse staple\n');
    await beginWeakly(place, 'battery horse staple\n');
    const key = ['--passphrase-file', passphrase];
    const { value } = await makeBackup(place, ...key);
    const { id } = value as { id: string };
    const later = id.replace(/^20/, '21');
    await rename(join(place, 'backups', id), join(place, 'backups', later));
    const into = readConfig({ DATA_DIR: newPlace() });
    for (const named of [[], ['--backup', later]])
      await expect(restore.runStandalone({ args: [place, ...key, ...named], config: into })).rejects.toThrow(
        `The folder backups/${later}/ has the backup ${id}: somebody has moved it`,
      );
    expect(await verify(place)).toMatchObject({ failed: true, text: expect.stringContaining('manifest.json: changed') as string });
  });

  it('is not made for a place whose recipient is another one than that of the passphrase', async () => {
    const [place, passphrase] = [newPlace(), join(folder, uid())];
    await writeFile(passphrase, 'battery horse staple\n');
    await beginWeakly(place, 'battery horse staple\n');
    const terms = await readFile(join(place, 'place.json'), 'utf8');
    const { recipient } = JSON.parse(terms) as { recipient: string };
    const other = await recipientOf((await newIdentity('another battery', 1)).identity);
    for (const named of [`"${other}"`, 'null']) {
      await writeFile(join(place, 'place.json'), terms.replace(`"${recipient}"`, named));
      await expect(makeBackup(place, '--passphrase-file', passphrase)).rejects.toThrow('place.json was changed: it does not name the key');
    }
    await writeFile(join(place, 'place.json'), terms);
    expect(await makeBackup(place, '--passphrase-file', passphrase)).toMatchObject({ failed: false });
  });

  it('is missing of a backup that was made without the passphrase, whose hash must be given', async () => {
    const [place, passphrase] = [newPlace(), join(folder, uid())];
    await writeFile(passphrase, 'battery horse staple\n');
    await beginWeakly(place, 'battery horse staple\n');
    const { value } = await makeBackup(place);
    await withNewDatabase(async (url) => {
      const into = readConfig({ DATABASE_URL: url, DATA_DIR: newPlace() });
      const args = [place, '--passphrase-file', passphrase];
      await expect(restore.runStandalone({ args, config: into })).rejects.toThrow('Give the SHA-256 that backup printed with --manifest');
      const { manifestSha256 } = value as { manifestSha256: string };
      expect(await restore.runStandalone({ args: [...args, '--manifest', manifestSha256], config: into })).toMatchObject({ failed: false });
    });
  });
});

describe('a restore', () => {
  let place: string;
  beforeAll(async () => {
    place = newPlace();
    await makeBackup(place);
  });

  it('into the wrong installation is refused, by the id of the installation whose files are there, unless told', async () => {
    const other = newPlace();
    await mkdir(join(other, 'objects'), { recursive: true });
    await writeFile(join(other, 'objects/installation-id'), `${'0'.repeat(8)}-1111-4111-8111-${'0'.repeat(12)}\n`);
    await withNewDatabase(async (url) => {
      const into = readConfig({ DATABASE_URL: url, DATA_DIR: other });
      await expect(restore.runStandalone({ args: [place], config: into })).rejects.toThrow(
        /This is the wrong installation: the files here are those of installation 00000000-1111-/,
      );
      expect(await restore.runStandalone({ args: [place, '--into-other-installation'], config: into })).toMatchObject({ failed: false });
    });
  });

  it('that was broken off behind the rows keeps servers and commands away, and is repeated to its end', async () => {
    await withNewDatabase(async (url, pool) => {
      const into = readConfig({ DATABASE_URL: url, DATA_DIR: newPlace() });
      expect(await restore.runStandalone({ args: [place], config: into })).toMatchObject({ failed: false });
      const { manifest } = await readNewest(place);
      // The state after the command was killed.
      await pool.query('create table restoring (backup text not null)');
      await pool.query('insert into restoring values ($1)', [manifest.id]);
      const refusal = `The restore of backup ${manifest.id} into this database was broken off`;
      await expect(openInstallation(into, () => undefined)).rejects.toThrow(refusal);
      await expect(withDatabase(into, async () => 'let in')).rejects.toThrow(refusal);
      const later = newPlace();
      await makeBackup(later);
      await expect(restore.runStandalone({ args: [later], config: into })).rejects.toThrow('restore that one again');
      expect(await restore.runStandalone({ args: [place], config: into })).toMatchObject({ failed: false });
      expect(await withDatabase(into, async () => 'let in')).toBe('let in');
    });
  });
});

// Last, because it leaves many files behind.
describe('a backup', () => {
  it('holds every file that a row of its names, also while uploads commit', async () => {
    const place = newPlace();
    const state = { isOver: false, committed: 0 };
    const upload = async () => {
      while (!state.isOver && state.committed < 100) {
        await addObject(randomBytes(500));
        state.committed += 1;
      }
    };
    const uploads = Promise.all([upload(), upload(), upload()]);
    try {
      for (let round = 0; round < 3; round += 1) await makeBackup(place);
    } finally {
      state.isOver = true;
      await uploads;
    }
    expect(state.committed).toBeGreaterThan(0);
    const { manifest } = await readNewest(place);
    const rows = gunzipSync(await readFile(tablePath(place, 'stored_object')))
      .toString()
      .trimEnd()
      .split('\n');
    expect(rows).toHaveLength(manifest.objects.count);
    for (const row of rows) {
      const sha256 = row.split('\t')[0] ?? '';
      expect(sha256Of(await readFile(fileOf(place, sha256)))).toBe(sha256);
    }
    expect(await verify(place)).toMatchObject({ failed: false });
  });
});
