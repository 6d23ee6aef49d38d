import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { newCaptures } from '../../../../test/installation/factories/captures.ts';
import type { CapturedPage } from './browser/capture-page.ts';
import { CaptureFailure } from './browser/failure.ts';
import { cancelCapture } from './service.ts';
import { storeFiles, succeed } from './finish.ts';
import { failCapture, releaseCapture, takeCapture, workerActor, type Job } from './queue.ts';
import { renewLease } from './store.ts';
import { createLocalStore } from '../../platform/storage/local.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';
import { moveCapture } from './transitions.ts';
import { startWorker } from './worker.ts';

const installation = testDatabase();
const make = newCaptures(installation);
let folder = '';
let store: ObjectStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-queue-'));
  store = await createLocalStore(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const take = (worker = 'w') => takeCapture(installation.db, worker, 60);
const begin = (job: Job) =>
  installation.db.transaction().execute((tx) => moveCapture(tx, job, 'queued', 'capturing', workerActor, { begun_at: new Date() }));
const expire = (number: string) =>
  installation.db
    .updateTable('capture')
    .set({ lease_until: new Date(0) })
    .where('number', '=', number)
    .execute();
const trailOf = (number: string) =>
  installation.db.selectFrom('trail').select(['action', 'after']).where('object', '=', `capture/${number}`).orderBy('id').execute();

async function aPage(): Promise<CapturedPage> {
  const path = join(folder, `page-${Math.random()}`);
  await writeFile(path, path);
  const files = [{ name: 'original-1.png', role: 'original', mediaType: 'image/png', path }] as const;
  return { begunAt: new Date(), endedAt: new Date(), files, bracket: null, openedUrl: 'https://www.example.com/', notes: [] };
}

describe('the queue of captures', () => {
  it('takes turns by user, however many one of them has, and each user’s own in their order', async () => {
    const [many, one, two] = [await make.user(), await make.user(), await make.user()];
    const made: Record<string, string> = {};
    for (const at of [1, 2, 3, 4, 5]) made[await make.capture({ user: many })] = `many ${at}`;
    for (const at of [1, 2]) made[await make.capture({ user: one })] = `one ${at}`;
    made[await make.capture({ user: two })] = 'two 1';
    const order: string[] = [];
    const jobs: Job[] = [];
    for (let job = await take(); job; job = await take()) {
      order.push(made[job.number] ?? '');
      jobs.push(job);
    }
    expect(order).toEqual(['many 1', 'one 1', 'two 1', 'many 2', 'one 2', 'many 3', 'many 4', 'many 5']);
    for (const job of jobs) await make.drop(job.number);
  });

  it('takes turns by client first, however many users one of them acts for, and within it by user', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => make.user()));
    const made: Record<string, string> = {};
    for (const at of [1, 2])
      for (const [name, user] of users.entries()) made[await make.capture({ user, client: 'platform' })] = `platform ${name} ${at}`;
    const alone = await make.user();
    for (const at of [1, 2]) made[await make.capture({ user: alone, client: 'enterprise' })] = `alone ${at}`;
    const order: string[] = [];
    const jobs: Job[] = [];
    for (let job = await take(); job; job = await take()) {
      order.push(made[job.number] ?? '');
      jobs.push(job);
    }
    expect(order.slice(0, 4).map((name) => name.split(' ')[0])).toEqual(['platform', 'alone', 'platform', 'alone']);
    expect(order.filter((name) => name.startsWith('platform')).map((name) => name.at(-1))).toEqual([...'11112222']);
    for (const job of jobs) await make.drop(job.number);
  });

  it('lets who was served longest ago go first, and keeps a slot for who has nothing running', async () => {
    const [often, seldom] = [await make.user(), await make.user()];
    const first = await make.capture({ user: often });
    const job = await take();
    expect(job?.number).toBe(first);
    if (job) await begin(job);
    const again = await make.capture({ user: often });
    expect(await takeCapture(installation.db, 'w', 60, 'first')).toBeNull();
    const others = await make.capture({ user: seldom });
    expect((await takeCapture(installation.db, 'w', 60, 'first'))?.number).toBe(others);
    expect((await take())?.number).toBe(again);
    for (const number of [first, again, others]) await make.drop(number);
    const [later, sooner] = [await make.capture({ user: often }), await make.capture({ user: seldom })];
    expect((await take())?.number).toBe(sooner);
    for (const number of [later, sooner]) await make.drop(number);
  });

  it('takes captures of a host that ran three into the time limit behind everybody’s', async () => {
    const user = await make.user();
    for (const reason of ['网页打开超时（30秒）', '取证超时（120秒）', '网页的脚本不停运行，浏览器没有应答']) {
      const number = await make.capture({ user, url: 'https://silent.example.com:8443/a' });
      await installation.db
        .updateTable('capture')
        .set({ status: 'failed', reason, ended_at: new Date() })
        .where('number', '=', number)
        .execute();
    }
    const late = await make.capture({ user, url: 'https://silent.example.com:8443/b?c=d' });
    const others = await make.capture({ user, url: 'https://silent.example.com/b' });
    const more = await make.capture({ url: 'https://other.example.com/' });
    expect([await take(), await take(), await take()].map((job) => job?.number).at(-1)).toBe(late);
    for (const number of [late, others, more]) await make.drop(number);
  });

  it('does not make a host late for a user by another’s failures, unless three clients had them', async () => {
    const url = 'https://slow.example.com/a';
    const fails = async (user: string, client = 'platform'): Promise<void> => {
      const number = await make.capture({ user, url, client });
      const failed = { status: 'failed', reason: '取证超时（120秒）', ended_at: new Date() } as const;
      await installation.db.updateTable('capture').set(failed).where('number', '=', number).execute();
    };
    const [first, second, third] = [await make.user(), await make.user(), await make.user()];
    for (let at = 0; at < 3; at += 1) await fails(first);
    const order = async (): Promise<boolean> => {
      const asked = await make.capture({ url });
      const after = await make.capture({ url: 'https://other.example.com/' });
      const jobs = [await take(), await take()].map((job) => job?.number);
      for (const number of [asked, after]) await make.drop(number);
      return jobs[0] === asked;
    };
    expect(await order()).toBe(true);
    await fails(second);
    await fails(third);
    expect(await order()).toBe(true);
    await fails(second, 'two');
    await fails(third, 'three');
    expect(await order()).toBe(false);
  });

  it('gives each capture to one worker, the oldest first, however many ask', async () => {
    const numbers = [await make.capture(), await make.capture(), await make.capture()];
    expect((await take())?.number).toBe(numbers[0]);
    const jobs = await Promise.all(Array.from({ length: 6 }, (_, at) => take(`w${at}`)));
    expect(
      jobs
        .filter((job) => job !== null)
        .map(({ number }) => number)
        .toSorted(),
    ).toEqual(numbers.slice(1).toSorted());
    expect(await take()).toBeNull();
    for (const number of numbers) expect(await make.row(number)).toMatchObject({ status: 'queued', attempt: 1 });
  });

  it('lets an attempt whose lease is over change nothing: not its state, not its evidence', async () => {
    const number = await make.capture();
    const first = await take('first');
    if (!first) throw new Error('nothing to take');
    await begin(first);
    await installation.db.transaction().execute((tx) => moveCapture(tx, first, 'capturing', 'uploading', workerActor));
    const page = await aPage();
    const files = await storeFiles(store, page.files);
    await expire(number);
    const second = await take('second');
    expect(second).toEqual({ ...first, attempt: 2 });
    expect(await renewLease(installation.db, first, 60)).toBe(false);
    expect(await succeed(installation.db, first, files, page, Buffer.alloc(32))).toBe(false);
    expect(await installation.db.transaction().execute((tx) => failCapture(tx, first, 'uploading', 'x'))).toBe(false);
    await releaseCapture(installation.db, first);
    expect(await make.row(number)).toMatchObject({
      status: 'queued',
      worker: 'second',
      attempt: 2,
      crashes: 1,
      lease_until: expect.any(Date) as Date,
    });
    expect(await installation.db.selectFrom('evidence').select('id').where('number', '=', number).execute()).toEqual([]);
    await make.drop(number);
  });

  it('begins a capture anew whose worker was gone, once; then it fails and its points are given back', async () => {
    const user = await make.user(7);
    const number = await make.capture({ user, price: 5 });
    expect(await make.points(user)).toBe(2);
    for (const crashes of [0, 1]) {
      const job = await take();
      if (!job) throw new Error('nothing to take');
      expect(await begin(job)).toBe(true);
      expect(await make.row(number)).toMatchObject({ crashes, status: 'capturing' });
      await expire(number);
    }
    expect(await take()).toBeNull();
    expect(await make.row(number)).toMatchObject({ status: 'failed', reason: '取证程序两次异常中断', crashes: 2 });
    expect(await make.points(user)).toBe(7);
    expect((await trailOf(number)).map(({ after }) => after?.['status']).filter(Boolean)).toEqual([
      'queued',
      'capturing',
      'queued',
      'capturing',
      'failed',
    ]);
  });

  it('takes a capture over from a worker that died before the clock jumped back', async () => {
    const number = await make.capture();
    await take('first');
    await installation.db
      .updateTable('capture')
      .set({ lease_until: new Date(Date.now() + 365 * 86_400_000) })
      .where('number', '=', number)
      .execute();
    expect(await take('second')).toMatchObject({ number, attempt: 2 });
    expect(await take('third')).toBeNull();
    await make.drop(number);
  });

  it('does not count against a capture that its worker was gone while it stood in line, or stopped', async () => {
    const number = await make.capture();
    await take();
    await expire(number);
    const job = await take();
    if (!job) throw new Error('nothing to take');
    await begin(job);
    await releaseCapture(installation.db, job);
    expect(await make.row(number)).toMatchObject({ status: 'queued', crashes: 0, lease_until: null });
    expect(await take()).toMatchObject({ number, attempt: 3 });
    await make.drop(number);
  });

  it('is cancelled or begun, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await make.user(5);
      const number = await make.capture({ user, price: 5 });
      const job = await take();
      if (!job) throw new Error('nothing to take');
      const [cancelled, begun] = await Promise.all([cancelCapture(installation.db, number, make.actor), begin(job)]);
      expect(cancelled).toBe(!begun);
      expect(await make.row(number)).toMatchObject({ status: cancelled ? 'cancelled' : 'capturing' });
      expect(await make.points(user)).toBe(cancelled ? 5 : 0);
      expect(await cancelCapture(installation.db, number, make.actor)).toBe(false);
      await make.drop(number);
    }
  });
});

describe('a worker', () => {
  it('carries out two users’ captures at once while others stand in line, and settles each', async () => {
    const [user, other] = [await make.user(20), await make.user(10)];
    const urls = ['https://one.example.com/', 'https://two.example.com/', 'https://three.example.com/', 'https://four.example.com/'];
    const numbers: string[] = [];
    for (const [at, url] of urls.entries()) numbers.push(await make.capture({ user: at % 2 === 0 ? user : other, url, price: 5 }));
    const open = new Map<string, (how: 'good' | 'bad' | 'fault') => void>();
    let most = 0;
    const lines: string[] = [];
    const worker = startWorker({
      db: installation.db,
      store,
      config: { atOnce: 2, leaseSeconds: 60, maxSeconds: 120 },
      ownerSecret: Buffer.alloc(32),
      isReady: async () => true,
      log: (line) => lines.push(line),
      restMs: 10,
      async capture({ url }) {
        const how = await new Promise<string>((resolve) => {
          open.set(url, resolve);
          most = Math.max(most, open.size);
        });
        open.delete(url);
        if (how === 'bad') throw new CaptureFailure('目标网站返回错误（HTTP 404）');
        if (how === 'fault') throw new Error('broken');
        return aPage();
      },
    });
    const status = async (at: number) => (await make.row(numbers[at] ?? '')).status;
    // A capture's row says `begun` a moment before its page is opened.
    const settle = async (at: number, how: 'good' | 'bad' | 'fault') => {
      await expect.poll(() => open.has(urls[at] ?? '')).toBe(true);
      open.get(urls[at] ?? '')?.(how);
    };
    await expect.poll(() => Promise.all([0, 1, 2, 3].map(status))).toEqual(['capturing', 'capturing', 'waiting', 'waiting']);
    await expect.poll(() => open.size).toBe(2);
    await settle(0, 'good');
    await expect.poll(() => Promise.all([0, 1, 2, 3].map(status))).toEqual(['succeeded', 'capturing', 'capturing', 'waiting']);
    await settle(1, 'bad');
    await settle(2, 'fault');
    await expect.poll(() => Promise.all([0, 1, 2, 3].map(status))).toEqual(['succeeded', 'failed', 'failed', 'capturing']);
    const stopped = worker.stop();
    await settle(3, 'fault');
    await stopped;
    expect(await make.row(numbers[3] ?? '')).toMatchObject({ status: 'queued', lease_until: null, crashes: 0 });
    expect(await make.row(numbers[1] ?? '')).toMatchObject({ reason: '目标网站返回错误（HTTP 404）' });
    expect(await make.row(numbers[2] ?? '')).toMatchObject({ reason: '取证程序出现异常' });
    expect(lines.join()).toContain('broken');
    expect(most).toBe(2);
    expect([await make.points(user), await make.points(other)]).toEqual([15, 5]);
    expect(
      await installation.db.selectFrom('evidence').select(['number', 'kind', 'shown_in']).where('number', 'in', numbers).execute(),
    ).toEqual([{ number: numbers[0], kind: 'web', shown_in: 'online' }]);
    await make.drop(numbers[3] ?? '');
  });

  it('takes nothing while there is no browser; what a killed one left behind is gone, what may be in use stays', async () => {
    const number = await make.capture();
    const [left, used] = [await mkdtemp(join(tmpdir(), 'notary-capture-')), await mkdtemp(join(tmpdir(), 'notary-capture-'))];
    const quarterBefore = new Date(Date.now() - 900_000);
    await utimes(left, quarterBefore, quarterBefore);
    let asked = 0;
    const worker = startWorker({
      db: installation.db,
      store,
      config: { atOnce: 2, leaseSeconds: 60, maxSeconds: 120 },
      ownerSecret: Buffer.alloc(32),
      isReady: async () => (asked += 1) < 0,
      log: () => undefined,
      restMs: 5,
      capture: aPage,
    });
    await expect.poll(() => asked).toBeGreaterThan(2);
    await worker.stop();
    const names = await readdir(tmpdir());
    expect([left, used].map((path) => names.includes(basename(path)))).toEqual([false, true]);
    await rm(used, { recursive: true });
    expect(await make.row(number)).toMatchObject({ status: 'waiting', attempt: 0 });
    await make.drop(number);
  });
});
