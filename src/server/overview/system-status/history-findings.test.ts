import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { emptyLog, enqueue } from '../../../../test/installation/factories/log.ts';
import { guardedGrowth } from '../../custody/log/saved-checkpoint.ts';
import { openLogSigner, type LogSigner } from '../../custody/log/log-signer.ts';
import { growLog } from '../../custody/log/sequencer.ts';
import { storedNames } from '../../platform/installation/store-owner.ts';
import { readConfig, type Config } from '../../platform/runtime/config.ts';
import { databaseFindings } from './find-all.ts';
import { historyFindings } from './history-findings.ts';

const installation = testDatabase();
let config: Config;
let signer: LogSigner;
beforeAll(async () => {
  config = readConfig({ DATA_DIR: await mkdtemp(join(tmpdir(), 'notary-history-')), LOG_ORIGIN: 'office.example/log' });
  signer = await openLogSigner(installation.db, config);
});
beforeEach(async () => {
  await (await storedNames(config)).remove('log-checkpoint');
  await emptyLog(installation);
});
afterAll(() => rm(config.dataDir, { recursive: true, force: true }));

const look = async () => (await historyFindings(config, installation.db))[0];

/** As a server grows it, which keeps its checkpoint beside the files. */
async function grow(entries: number): Promise<void> {
  const turn = guardedGrowth({ db: installation.db, signer, files: () => storedNames(config) }, { batch: 10 });
  for (let entry = 0; entry < entries; entry += 1) await enqueue(installation.db, [`entry ${entry}`]);
  await turn();
}

it('is no matter before the first checkpoint, and well where the database has the one beside the files', async () => {
  expect(await look()).toMatchObject({ state: 'ok', detail: 'no checkpoint is kept beside the files yet' });
  await grow(3);
  expect(await look()).toMatchObject({ state: 'ok', detail: 'the database has checkpoint 3, which lies beside the files' });
});

it('is bad where the database fell back, with the two sizes and what to do, in both languages', async () => {
  await grow(3);
  await emptyLog(installation);
  await enqueue(installation.db, ['of an older state']);
  await growLog(installation.db, signer);
  const found = await look();
  expect(found).toMatchObject({
    state: 'bad',
    detail: expect.stringContaining(
      'THE DATABASE IS OLDER THAN ITS LOG: checkpoint 3 was signed, and the database does not have it (its newest is 1)',
    ) as string,
    text: expect.stringContaining('数据库比日志旧：已签发检查点 3') as string,
    todo: expect.stringContaining('"A database that fell back" in docs/operations.md') as string,
    advice: expect.stringContaining('停止全部服务') as string,
  });
  expect(await databaseFindings(config, installation)).toContainEqual(found);
});

it('is bad also where the other history is longer', async () => {
  await grow(3);
  await emptyLog(installation);
  for (const text of ['a', 'b', 'c', 'd']) {
    await enqueue(installation.db, [text]);
    await growLog(installation.db, signer);
  }
  expect(await look()).toMatchObject({ state: 'bad', detail: expect.stringContaining('(its newest is 4)') as string });
});
