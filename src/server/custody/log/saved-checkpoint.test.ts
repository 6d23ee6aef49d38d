import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { emptyLog, enqueue } from '../../../../test/installation/factories/log.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { localNamedFiles, type NamedFiles } from '../../platform/storage/named-files.ts';
import { deleteSavedCheckpoint, guardedGrowth } from './saved-checkpoint.ts';
import { openLogSigner, type LogSigner } from './log-signer.ts';
import { readHead } from './log-store.ts';
import { growLog } from './sequencer.ts';

/** Two databases with one log key; `older` is an earlier state of `installation`. */
const installation = testDatabase();
const older = testDatabase();
let folder: string;
let files: NamedFiles;
let signer: LogSigner;
let clock = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-kept-'));
  files = localNamedFiles(folder);
  const config = readConfig({ LOG_ORIGIN: 'office.example/log' });
  signer = await openLogSigner(installation.db, config);
  const { value } = await installation.db.selectFrom('secret').select('value').where('name', '=', 'log-key').executeTakeFirstOrThrow();
  await older.db.insertInto('secret').values({ name: 'log-key', value }).execute();
  await openLogSigner(older.db, config);
});
beforeEach(async () => {
  await files.remove('log-checkpoint');
  for (const one of [installation, older]) await emptyLog(one);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A newly started server. */
const server = ({ db }: Pick<typeof installation, 'db'>) =>
  guardedGrowth({ db, signer, files: async () => files, now: () => clock }, { batch: 10 });
const kept = () => readFile(join(folder, 'log-checkpoint'), 'utf8');
const sizeOf = async ({ db }: typeof installation) => (await readHead(db)).size;
const fallenBack = /^THE DATABASE IS OLDER THAN ITS LOG: checkpoint 3 was signed, and the database does not have it \(its newest is 1\)/;

async function atSizes(ahead: number, behind: number): Promise<void> {
  for (const [one, size] of [
    [older, behind],
    [installation, ahead],
  ] as const) {
    for (let entry = 0; entry < size; entry += 1) {
      await enqueue(one.db, [`entry ${entry}`]);
      clock += 20_000;
      await server(one)();
      if (one === older) await files.remove('log-checkpoint');
    }
  }
}

it('is the newest one, written every ten seconds at most', async () => {
  const turn = server(installation);
  await enqueue(installation.db, ['one']);
  expect(await turn()).toBe(1);
  expect(await kept()).toMatch(/^office\.example\/log\n1\n/);
  await enqueue(installation.db, ['two']);
  await turn();
  expect(await kept()).toMatch(/^office\.example\/log\n1\n/);
  clock += 10_000;
  expect(await turn()).toBe(0);
  expect(await kept()).toMatch(/^office\.example\/log\n2\n/);
});

it('stops the growth of a database that was taken back, after a start', async () => {
  await atSizes(3, 1);
  await enqueue(older.db, ['of the second history']);
  const turn = server(older);
  for (let time = 0; time < 2; time += 1) await expect(turn()).rejects.toThrow(fallenBack);
  expect(await sizeOf(older)).toBe(1);
  expect(await kept()).toMatch(/^office\.example\/log\n3\n/);
});

it('stops it also where the other history is longer', async () => {
  await atSizes(3, 0);
  for (const text of ['a', 'b', 'c', 'd']) {
    await enqueue(older.db, [text]);
    await growLog(older.db, signer);
  }
  await enqueue(older.db, ['e']);
  await expect(server(older)()).rejects.toThrow('checkpoint 3 was signed');
  expect(await sizeOf(older)).toBe(4);
});

it('stops it at once where the database falls back under a running server', async () => {
  await enqueue(installation.db, ['one']);
  const turn = server(installation);
  await turn();
  await emptyLog(installation);
  await files.remove('log-checkpoint');
  await enqueue(installation.db, ['another']);
  await expect(turn()).rejects.toThrow('checkpoint 1 was signed');
  expect(await sizeOf(installation)).toBe(0);
});

it('goes on where the database was brought back on purpose', async () => {
  await atSizes(3, 1);
  expect(await deleteSavedCheckpoint(files, signer.key)).toBe(3);
  await enqueue(older.db, ['goes on']);
  clock += 20_000;
  await server(older)();
  expect(await sizeOf(older)).toBe(2);
  expect(await kept()).toMatch(/^office\.example\/log\n2\n/);
});

it.each(['', 'no checkpoint', 'office.example/log\n9\nAAAA\n\n— office.example/log AAAA\n'])(
  'says nothing where another log, or nobody, signed it: %j',
  async (text) => {
    await writeFile(join(folder, 'log-checkpoint'), text);
    await enqueue(installation.db, ['one']);
    clock += 20_000;
    await server(installation)();
    expect(await kept()).toMatch(/^office\.example\/log\n1\n/);
  },
);
