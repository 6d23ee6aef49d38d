import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { aFile, evidenceMaker, uid } from '../../../../test/installation/factories/evidence.ts';
import { insertUsers, randomNumbers, randomUser } from '../../../../test/installation/factories/many-users.ts';
import { readConfig } from '../runtime/config.ts';
import { openLogSigner } from '../../custody/log/log-signer.ts';
import { growLog } from '../../custody/log/sequencer.ts';
import { listUsers, streamUsers } from '../../business/users/user-list.ts';
import { openLists, type Lists } from '../../desk/lists/pools.ts';
import { locks } from './locks.ts';
import { openPool } from './pool.ts';

const installation = testApp();
const make = evidenceMaker(installation);
/** Holds locks that others wait for; `endAll` does not end its connections. */
let blocker: Pool;
let lists: Lists;
const fallen: unknown[] = [];
const note = (error: unknown): void => void fallen.push(error);
/** PostgreSQL's word, the driver's, the pooler's, or the socket's own where its end comes before that word. */
const lost = /terminat|connection|queryable|server conn crashed|ECONNRESET|EPIPE/i;

beforeAll(async () => {
  process.on('uncaughtException', note);
  blocker = openPool({ ...inject('cluster'), database: installation.pool.options.database, application_name: 'blocker', max: 1 });
  lists = openLists(installation.pool.options, { near: 0, sorted: 5, confirmed: 20, hot: 50, heavyMs: 60_000 });
  const random = randomNumbers(3);
  await insertUsers(
    installation.db,
    Array.from({ length: 1500 }, (_, index) => randomUser(random, index)),
  );
  await make.open();
});
afterEach(async () => {
  await blocker.query('rollback');
  await blocker.query('select pg_advisory_unlock_all()');
});
afterAll(async () => {
  process.off('uncaughtException', note);
  await Promise.all([blocker?.end(), lists?.close()]);
});

describe('PostgreSQL ends every connection of the server', () => {
  it.each<[use: string, begin: () => Promise<Use>]>([
    [
      'while they are idle',
      async () => {
        await Promise.all([
          installation.db.selectFrom('users').select('id').limit(1).execute(),
          lists.hot.query('select'),
          lists.heavy.query('select'),
          lists.streams.query('select'),
        ]);
        return {
          again: () =>
            Promise.all([
              installation.db.selectFrom('users').select('id').limit(1).execute(),
              lists.hot.query('select'),
              lists.heavy.query('select'),
              lists.streams.query('select'),
            ]),
        };
      },
    ],
    [
      'in an export that nobody reads on',
      async () => {
        const rows = streamUsers(lists, { type: 'personal', keyword: '' });
        await rows.next();
        return {
          under: async () => {
            for await (const batch of rows) expect(batch.length).toBeGreaterThan(0);
          },
          again: async () => {
            for await (const batch of streamUsers(lists, { type: 'personal', keyword: '' })) expect(batch.length).toBeGreaterThan(0);
          },
        };
      },
    ],
    [
      'in an export that is left',
      async () => {
        const rows = streamUsers(lists, { type: 'personal', keyword: '' });
        await rows.next();
        return {
          again: async () => {
            await rows.return(undefined);
            for await (const batch of streamUsers(lists, { type: 'personal', keyword: '' })) expect(batch.length).toBeGreaterThan(0);
          },
        };
      },
    ],
    [
      'in a page of a list',
      async () => {
        await blocker.query('begin; lock table users in access exclusive mode');
        const page = () => listUsers(lists, { type: 'personal', keyword: '' }, { page: 1, limit: 10 });
        return { under: await begun(page(), "wait_event_type = 'Lock'"), again: page };
      },
    ],
    [
      'in a heavy search',
      async () => {
        await lists.heavy.query("create temp view users as select * from public.users where pg_sleep(60)::text = ''");
        const search = () => listUsers(lists, { type: 'personal', status: 'pending', keyword: '1000' }, { page: 1, limit: 10 });
        return { under: await begun(search(), "wait_event = 'PgSleep'"), again: search };
      },
    ],
    [
      'in a transaction that writes, between two statements',
      async () => {
        const write = (pause: Promise<void>) =>
          installation.db.transaction().execute(async (tx) => {
            await tx.updateTable('users').set({ tax_number: '1' }).where('name', '=', '无').execute();
            await pause;
            await tx.updateTable('users').set({ tax_number: '2' }).where('name', '=', '无').execute();
          });
        let go: () => void = () => undefined;
        const writing = write(new Promise<void>((resolve) => (go = resolve)));
        writing.catch(() => undefined);
        await expect.poll(() => activity(`state = 'idle in transaction' and query like 'update%'`), patience).toBe(1);
        return {
          under: async () => {
            go();
            await writing;
          },
          again: () => write(Promise.resolve()),
        };
      },
    ],
    [
      'while the sequencer waits for its lock',
      async () => {
        await blocker.query('select pg_advisory_lock($1)', [locks.log]);
        const signer = await openLogSigner(installation.db, readConfig({}));
        return {
          under: await begun(growLog(installation.db, signer), "wait_event_type = 'Lock'"),
          again: () => growLog(installation.db, signer),
        };
      },
    ],
  ])('%s', async (_use, begin) => {
    const { under, again } = await begin();
    await endAll();
    if (under) await expect(under()).rejects.toThrow(lost);
    await blocker.query('rollback');
    await blocker.query('select pg_advisory_unlock_all()');
    await works(again);
    expect(fallen).toEqual([]);
  });

  it('in the batch of the intake: the caller is told to send it again, and then has his receipt', async () => {
    const fields = { user_id: await make.user('personal', 5), unique_id: uid() };
    const file = aFile();
    await blocker.query('begin; lock table evidence in access exclusive mode');
    const sending = make.send(fields, file);
    await expect.poll(() => activity(`wait_event_type = 'Lock'`), patience).toBeGreaterThan(0);
    await endAll();
    expect(await sending).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
    await blocker.query('rollback');
    await works(async () => expect((await make.send(fields, file)).status).toBe(200));
    expect(fallen).toEqual([]);
  });
});

it('makes pools in one place, where they are listened to; a connection alone has a listener beside it', () => {
  const root = join(import.meta.dirname, '../../..');
  const makers = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/new (?:pg\.|Observed)?(Pool|Client)\(/g)].map(
        (match) => `${path}: ${match[1] ?? ''}`,
      ),
    );
  expect(makers.toSorted()).toEqual(['server/platform/db/pool.ts: Pool', 'server/platform/postgres/postmaster.ts: Client']);
});

const patience = { timeout: 120_000 };

interface Use {
  /** Work in progress when the connections end; it fails. */
  readonly under?: () => Promise<unknown>;
  /** The same work afterwards; it succeeds. */
  readonly again: () => Promise<unknown>;
}

/** Waits until PostgreSQL executes the work's statement. */
async function begun(work: Promise<unknown>, condition: string): Promise<() => Promise<unknown>> {
  work.catch(() => undefined);
  await expect.poll(() => activity(condition), patience).toBeGreaterThan(0);
  return () => work;
}

/**
 * Works at once, since the server's pools have noticed the loss. A pooler between them may not have: PostgreSQL no longer lists a
 * connection whose socket is about to be closed, and the pooler then hands that one out once more.
 */
async function works(work: () => Promise<unknown>): Promise<void> {
  if (inject('cluster').pooled) await expect.poll(() => work().then(() => 'done', String), patience).toBe('done');
  else await work();
}

async function activity(condition: string): Promise<number> {
  // Within a transaction PostgreSQL keeps returning the first snapshot of its statistics.
  await blocker.query('select pg_stat_clear_snapshot()');
  const { rows } = await blocker.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and application_name <> 'blocker' and (${condition})`,
  );
  return rows[0]?.n ?? 0;
}

/** Ends all connections, and waits until the pools have noticed the loss of their idle ones. */
async function endAll(): Promise<void> {
  await blocker.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name <> 'blocker'`,
  );
  await expect.poll(() => activity('true'), patience).toBe(0);
  await expect
    .poll(() => [installation.pool, lists.hot, lists.heavy, lists.streams].map(({ idleCount }) => idleCount), patience)
    .toEqual([0, 0, 0, 0]);
}
