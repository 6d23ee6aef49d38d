import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkLog } from '../../src/server/custody/audit/log-check.ts';
import type { Database } from '../../src/server/platform/db/database.ts';
import { attachEmbeddedPostgres } from '../../src/server/platform/postgres/embedded.ts';
import { checkActs } from '../../src/server/business/points/acts-check.ts';
import { checkLedger } from '../../src/server/business/points/check.ts';
import { grant } from '../../src/server/business/points/ledger.ts';
import { multipartBody, signedHeaders } from '../installation/intake.ts';
import { startServer, type RunningServer } from '../installation/servers/running-server.ts';
import type { Key } from './intake-client.ts';
import { addPlatform, inDatabase } from './platform.ts';

const points = 1000;
let dataDir: string;
let key: Key;
let userId: string;
let server: RunningServer;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'notary-crash-'));
  server = await start();
  await inRunning(async (db) => {
    ({ key, userId } = await addPlatform(db));
    await db.transaction().execute((tx) => grant(tx, { userId, points, source: 'giftTest', reference: 'test' }));
  });
});
afterAll(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it.each<[step: string, kept: 0 | 1 | 'either']>([
  ['after the file was opened', 0],
  ['within the write of a piece', 0],
  ['after the write of a piece', 0],
  ['before the sync of the file', 0],
  ['after the sync of the file', 0],
  ['before the rename', 0],
  ['after the rename', 0],
  ['before the sync of a folder', 0],
  ['after the sync of a folder', 0],
  ['before the transaction', 0],
  ['within the transaction', 'either'],
  ['after the transaction', 1],
  ['before the answer', 1],
])('a server that is killed %s leaves the evidence whole or not at all, and keeps it once when it is sent again', async (step, kept) => {
  await untilRunning();
  const acknowledged = await send(newOrder());
  expect(acknowledged.status).toBe(200);
  const before = await rows();
  await writeFile(crashFile(), step);
  server.child.kill('SIGUSR2');
  // Written in several parts, so that one may be on the disk and the next one not.
  const order = newOrder(2_500_000);
  const gone = once(server.child, 'exit');
  await expect(send(order)).rejects.toThrow();
  expect(await gone).toEqual([null, 'SIGKILL']);

  server = await start();
  const after = await rows();
  expect(kept === 'either' ? [added(before, 0), added(before, 1)] : [added(before, kept)]).toContainEqual(after);
  expect(await readdir(join(dataDir, 'objects', 'tmp'))).toEqual([]);
  expect((await send(order)).status).toBe(200);
  expect(await rows()).toEqual(added(before, 1));
  await inRunning(async (db) => {
    expect(await db.selectFrom('evidence').select('id').where('number', '=', acknowledged.number).execute()).toHaveLength(1);
    expect(await checkLog(db)).toMatchObject({ broken: null });
    expect(await checkLedger(db)).toMatchObject({ broken: null });
    expect(await checkActs(db)).toMatchObject({ broken: null });
  });
});

it.each([
  ['PostgreSQL', async (postmaster: number) => void process.kill(postmaster, 'SIGKILL')],
  [
    'a process of PostgreSQL that serves the server',
    async () => inRunning(async (db) => void process.kill(await busyBackend(db), 'SIGKILL')),
  ],
])(
  'when %s is killed while evidence comes in, each caller gets a true receipt or an error, and nothing that was acknowledged is lost',
  async (_what, kill) => {
    await untilRunning();
    const { pid } = (await attachEmbeddedPostgres(dataDir)) ?? { pid: 0 };
    const before = await rows();
    const orders = Array.from({ length: 40 }, () => newOrder());
    let isKilled: Promise<unknown> | undefined;
    // Eight at a time: at the kill, some are done, some under way and some not yet sent.
    const outcomes = new Map<string, { status: number; number: string } | 'gone'>();
    const queue = [...orders];
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let order = queue.shift(); order; order = queue.shift()) {
          outcomes.set(order.uniqueId, await send(order).catch(() => 'gone' as const));
          if (outcomes.size >= 12) isKilled ??= kill(pid);
        }
      }),
    );
    await isKilled;
    const receipts = [...outcomes.values()].flatMap((outcome) => (outcome !== 'gone' && outcome.status === 200 ? [outcome.number] : []));
    expect(receipts.length).toBeGreaterThanOrEqual(12);
    for (const outcome of outcomes.values())
      expect(outcome === 'gone' ? 503 : outcome.status).toSatisfy((status: number) => status === 200 || status === 503);

    await end(server);
    server = await start();
    await inRunning(async (db) => {
      const found = await db.selectFrom('evidence').select('number').where('number', 'in', receipts).execute();
      expect(found).toHaveLength(receipts.length);
    });
    const resent = await Promise.all(orders.map(send));
    for (const [at, { status, number }] of resent.entries()) {
      const first = outcomes.get(orders[at]?.uniqueId ?? '');
      expect(status).toBe(200);
      if (first !== undefined && first !== 'gone' && first.status === 200) expect(number).toBe(first.number);
    }
    expect(await rows()).toEqual(added(before, orders.length));
    await inRunning(async (db) => {
      expect(await checkLog(db)).toMatchObject({ broken: null });
      expect(await checkLedger(db)).toMatchObject({ broken: null });
      expect(await checkActs(db)).toMatchObject({ broken: null });
    });
  },
);

/** A backend that stores evidence or did so last; otherwise any that serves a connection. Killing one ends all others too. */
async function busyBackend(db: Database): Promise<number> {
  const { rows: found } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()
     order by query like '%keep_orders(%' desc, state_change desc limit 1`.execute(db);
  const [row] = found;
  if (!row) throw new Error('the server has no connection');
  return row.pid;
}

interface Order {
  readonly uniqueId: string;
  readonly bytes: Buffer;
}

function newOrder(sizeBytes = 5000): Order {
  return { uniqueId: randomBytes(8).toString('hex'), bytes: randomBytes(sizeBytes) };
}

async function send({ uniqueId, bytes }: Order): Promise<{ status: number; number: string }> {
  const body = multipartBody(
    'b',
    { unique_id: uniqueId, user_id: userId, title: '一份证据' },
    { file: { bytes, name: 'a.bin', mediaType: 'application/octet-stream' } },
  );
  const path = '/open/v1/evidence';
  const headers = signedHeaders(key, { method: 'POST', path, body, contentType: 'multipart/form-data; boundary=b' });
  const reply = await fetch(`${server.address}${path}`, { method: 'POST', headers, body: Uint8Array.from(body) });
  const answer = (await reply.json()) as { baoquan?: string };
  return { status: reply.status, number: answer.baoquan ?? '' };
}

/** Number of evidences in each table: all equal, otherwise one is half visible. */
async function rows(): Promise<Record<string, number>> {
  return inRunning(async (db) => {
    const { rows: found } = await sql<Record<string, number>>`
      select (select count(*) from evidence)::int as evidence,
             (select count(*) from evidence_file where role = 'original')::int as originals,
             (select count(*) from evidence_file where role = 'details')::int as details,
             (
               select count(*) from evidence e
                where exists (select from log_pending where id = e.log_entry)
                   or exists (select from log_entry where pending_id = e.log_entry)
             )::int as logged,
             (select count(*) from trail where action = '存证')::int as trail, (select count(*) from intake_request)::int as answers,
             (select ${points} - balance from points_account where user_id = ${userId})::int as points`.execute(db);
    return found[0] ?? {};
  });
}

function added(before: Record<string, number>, more: number): Record<string, number> {
  return Object.fromEntries(Object.entries(before).map(([table, n]) => [table, n + more]));
}

const inRunning = <Result>(work: (db: Database) => Promise<Result>): Promise<Result> => inDatabase(dataDir, work);

async function end({ child }: RunningServer): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

const crashFile = (): string => join(dataDir, 'crash-at');

/** The server restarted by the previous test, or a new one if that test did not get so far. */
async function untilRunning(): Promise<void> {
  if (server.child.exitCode !== null || server.child.signalCode !== null) server = await start();
}

function start(): Promise<RunningServer> {
  return startServer({ DATA_DIR: dataDir, DEMO: '0', CRASH_FILE: crashFile(), PRICE_EVIDENCE: '1' }, [
    '--import',
    './test/e2e/crash-points.mjs',
  ]);
}
