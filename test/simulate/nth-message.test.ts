import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { backup } from '../../src/cli/backup/backup.ts';
import { restore } from '../../src/cli/backup/restore.ts';
import { adoptStore } from '../../src/server/platform/installation/store-owner.ts';
import { commandActor } from '../../src/cli/lib/command.ts';
import { verifyBackup } from '../../src/cli/backup/verify-backup.ts';
import { checkLog } from '../../src/server/custody/audit/log-check.ts';
import { openLogSigner, type LogSigner } from '../../src/server/custody/log/log-signer.ts';
import { growLog } from '../../src/server/custody/log/sequencer.ts';
import { scrubDue } from '../../src/server/custody/objects/scrub.ts';
import { openDatabase, type Database } from '../../src/server/platform/db/database.ts';
import { appliedNames, buildLateIndexes, migrate, migrations } from '../../src/server/platform/db/migrate.ts';
import { checkEvents } from '../../src/server/desk/events/check.ts';
import { emit } from '../../src/server/desk/events/emit.ts';
import { placeAll } from '../../src/server/desk/events/sequencer.ts';
import { readConfig } from '../../src/server/platform/runtime/config.ts';
import { checkTrailChain, extendTrailChain } from '../../src/server/desk/trail/chain.ts';
import { recordTrail } from '../../src/server/desk/trail/trail.ts';
import { testApp } from '../installation/app.ts';
import { evidenceMaker, sha256Of, aFile } from '../installation/factories/evidence.ts';
import { enqueue } from '../installation/factories/log.ts';
import { newDatabase } from '../installation/new-database.ts';
import { free } from '../installation/scrub.ts';
import { partOf } from '../rounds.ts';
import { startProxy, type Proxy, type Stroke } from './environment/proxy.ts';

const installation = testApp();
const make = evidenceMaker(installation);
const strokes: readonly Stroke[] = ['cut-before', 'cut-after'];
let proxy: Proxy;
let through: ReturnType<typeof openDatabase>;
let signer: LogSigner;
let folder = '';

beforeAll(async () => {
  proxy = await startProxy(inject('cluster'));
  const { rows } = await installation.pool.query<{ name: string }>('select current_database() as name');
  through = openDatabase(addressOf(rows[0]?.name ?? ''), 4);
  signer = await openLogSigner(installation.db, readConfig({}));
  folder = await mkdtemp(join(tmpdir(), 'notary-messages-'));
  await make.open();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await through?.db.destroy();
  await proxy?.stop();
  await rm(folder, { recursive: true, force: true });
});

const addressOf = (database: string) => ({ host: '127.0.0.1', port: proxy.port, user: inject('cluster').user, database });

interface Work {
  /** What the work is done on. */
  readonly arrange: (number: number) => Promise<void>;
  /** Over the connection that is cut. */
  readonly first: () => Promise<unknown>;
  /** By whoever comes next, over another. */
  readonly again: () => Promise<unknown>;
  readonly whole: () => Promise<void>;
  /** Of long work, whose messages are alike, not every one is met. */
  readonly next?: (number: number) => number;
}

/** The cut at the first message to PostgreSQL, at the second, and so on, until there is none left. @returns how many there were. */
async function atEach(stroke: Stroke, { arrange, first, again, whole, next = (number) => number + 1 }: Work): Promise<number> {
  for (let number = 1; ; number = next(number)) {
    await arrange(number);
    proxy.aim(stroke, number);
    await first().catch(() => undefined);
    const hasStruck = proxy.callOff();
    await again();
    await whole();
    if (!hasStruck) return number;
  }
}

it.each(partOf(strokes, 0))('the log grows by what waits, once, whichever message is %s', async (stroke) => {
  let entries = (await checkLog(installation.db)).entries;
  const work = {
    arrange: async (number: number) => {
      const texts = [`${stroke} ${number}`, `${stroke} ${number}, once more`];
      await enqueue(installation.db, texts);
      entries += texts.length;
    },
    first: () => growLog(through.db, signer),
    again: () => growLog(installation.db, signer),
    whole: async () => expect(await checkLog(installation.db)).toMatchObject({ entries, broken: null }),
  };
  expect(await atEach(stroke, work)).toBeGreaterThan(5);
});

it.each(partOf(strokes, 2))('each event gets one place, whichever message is %s', async (stroke) => {
  const type = 'webhook.test';
  let emitted = 0;
  const work = {
    arrange: async (number: number) => {
      const data = { user_id: null, webhook_id: `${stroke} ${number}` };
      await installation.db.transaction().execute((tx) => emit(tx, { type, data }));
      emitted += 1;
    },
    first: () => placeAll(through.db),
    again: () => placeAll(installation.db),
    whole: async () => {
      expect(await checkEvents(installation.db)).toMatchObject({ waiting: 0, broken: null });
      const { rows } = await installation.pool.query<{ all: number; own: number }>(
        `select count(*)::int as all, count(distinct data ->> 'webhook_id')::int as own from event where data ->> 'webhook_id' like $1`,
        [`${stroke}%`],
      );
      expect(rows).toEqual([{ all: emitted, own: emitted }]);
    },
  };
  expect(await atEach(stroke, work)).toBeGreaterThan(1);
});

it.each(partOf(strokes, 4))('the trail is chained row by row, whichever message is %s', async (stroke) => {
  const extend = async (db: Database): Promise<void> => {
    while ((await extendTrailChain(db)) > 0);
  };
  await extend(installation.db);
  let rows = (await checkTrailChain(installation.db)).checked;
  const work = {
    arrange: async (number: number) => {
      await recordTrail(installation.db, commandActor, { action: '备份', object: `backup/${stroke}-${number}` });
      rows += 1;
    },
    first: () => extend(through.db),
    again: () => extend(installation.db),
    whole: async () => expect(await checkTrailChain(installation.db)).toEqual({ checked: rows, broken: null }),
  };
  expect(await atEach(stroke, work)).toBeGreaterThan(1);
});

it.each(partOf(strokes, 6))('a file is looked at again and found whole, whichever message of the scrub is %s', async (stroke) => {
  const file = aFile();
  const sha256 = sha256Of(file.bytes);
  await make.evidence(await make.user('personal', 5), {}, file);
  const alarms: string[] = [];
  const scrub = (db: Database) =>
    scrubDue(
      { db, store: installation.store, alarm: (line) => alarms.push(line), bytesPerSecond: 1e6, cycleDays: 30 },
      new AbortController().signal,
      free,
    );
  // The lease of one that died ends, in the test's time, at once.
  const due = () => installation.pool.query(`update stored_object set due_at = now() where sha256 = $1`, [sha256]);
  const work = {
    arrange: async () => void (await due()),
    first: () => scrub(through.db),
    again: async () => {
      await due();
      await scrub(installation.db);
    },
    whole: async () => {
      const { rows } = await installation.pool.query(
        `select state, due_at > now() + interval '1 day' as "isLater",
                exists (select from object_digest d where d.sha256 = o.sha256) as "isHashed"
           from stored_object o where sha256 = $1`,
        [sha256],
      );
      expect(rows).toEqual([{ state: 'whole', isLater: true, isHashed: true }]);
      expect(alarms).toEqual([]);
    },
  };
  expect(await atEach(stroke, work)).toBeGreaterThan(2);
});

/** Every message at first; of what is done table by table, some, unless all are asked for. */
const sparsely = (number: number): number => (number < 3 || process.env['NTH_ALL'] === '1' ? number + 1 : Math.ceil(number * 2.5));

it.each(partOf(strokes, 8))('a backup is whole or is none, whichever message is %s', async (stroke) => {
  const config = readConfig({ DATA_DIR: folder });
  await adoptStore(config, installation.db);
  const place = join(folder, `place-${stroke}`);
  const run = (on: { db: Database; pool: Pool }) => backup.run({ ...on, args: [place, '--keep', '2'], config });
  const work = {
    arrange: () => Promise.resolve(),
    first: () => run(through),
    again: () => patiently(() => run(installation)),
    whole: async () => {
      const { failed, text } = await verifyBackup.runStandalone({ args: [place], config });
      expect(failed === true && text).toBe(false);
    },
    next: sparsely,
  };
  expect(await atEach(stroke, work)).toBeGreaterThan(20);
});

it.each(partOf(strokes, 10))('a restore is begun again in the same place, whichever message is %s', async (stroke) => {
  const place = join(folder, `restored-${stroke}`);
  const config = readConfig({ DATA_DIR: folder });
  await adoptStore(config, installation.db);
  await backup.run({ ...installation, args: [place], config });
  const { rows } = await installation.pool.query<{ users: string }>('select count(*) as users from users');
  let target: Awaited<ReturnType<typeof newDatabase>> | undefined;
  let dataDir = '';
  const into = (url: string) => restore.runStandalone({ args: [place], config: readConfig({ DATABASE_URL: url, DATA_DIR: dataDir }) });
  const work = {
    arrange: async () => {
      target = await newDatabase();
      dataDir = await mkdtemp(join(folder, 'data-'));
    },
    first: async () => {
      const name = /^postgres:\/\/\/(\w+)/.exec(target?.url ?? '')?.[1] ?? '';
      await into(`postgres://${inject('cluster').user}@127.0.0.1:${proxy.port}/${name}`);
    },
    // Where the first got to its end, the database is filled; the other has nothing to do.
    again: () => patiently(() => into(target?.url ?? '')).catch((error: unknown) => expect(String(error)).toContain('is not empty')),
    whole: async () => {
      const found = await target?.pool.query('select count(*) as users from users');
      expect(found?.rows).toEqual(rows);
      await target?.drop();
    },
    next: sparsely,
  };
  expect(await atEach(stroke, work)).toBeGreaterThan(20);
});

it.each(partOf(strokes, 12))('a database is brought forward by the next start, whichever message of the first is %s', async (stroke) => {
  let target: Awaited<ReturnType<typeof newDatabase>> | undefined;
  const work = {
    arrange: async () => {
      target = await newDatabase();
    },
    first: async () => {
      const name = /^postgres:\/\/\/(\w+)/.exec(target?.url ?? '')?.[1] ?? '';
      const { pool, db } = openDatabase(addressOf(name), 2);
      await migrate(pool).finally(() => db.destroy());
    },
    // A start leaves the indexes of a database that is no longer empty to the server that it starts.
    again: async () => {
      if (!target) throw new Error('there is no database');
      await migrate(target.pool);
      expect(await buildLateIndexes(target.pool)).toMatchObject({ isDone: true });
    },
    whole: async () => {
      const applied = target ? await appliedNames(target.pool) : [];
      expect(applied.toSorted()).toEqual(
        migrations
          .filter(({ kind }) => kind !== 'post')
          .map(({ name }) => name)
          .toSorted(),
      );
      await target?.drop();
    },
    next: sparsely,
  };
  expect(await atEach(stroke, work)).toBeGreaterThan(20);
});

/** PostgreSQL notices a moment later that a connection has gone, and its locks with it. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  const outcome = await vi.waitFor(
    async () => {
      const ended = await work().then(
        (result) => ({ result }),
        (error: unknown) => ({ error }),
      );
      if ('error' in ended && /is connected to it|is under way|is being restored/.test(String(ended.error))) throw ended.error;
      return ended;
    },
    { timeout: 120_000, interval: 100 },
  );
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}
