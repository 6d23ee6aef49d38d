import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { build } from 'vite';
import { newCaptures } from '../../../../test/installation/factories/captures.ts';
import { testDatabase } from '../../../../test/installation/database.ts';
import { webSite } from '../../../../test/installation/servers/web-site.ts';
import { createLocalStore } from '../../platform/storage/local.ts';

const installation = testDatabase();
const make = newCaptures(installation);
const site = webSite();
const root = join(import.meta.dirname, '../../../..');
const workers: ChildProcess[] = [];
let folder = '';
let bundle = '';
let database = '';

// The worker as shipped: a separate bundle in a separate process.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-worker-'));
  bundle = await mkdtemp(join(root, 'node_modules/.worker-'));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: true,
      outDir: bundle,
      target: 'node20',
      rollupOptions: { input: { worker: join(root, 'src/start/worker.ts') }, output: { entryFileNames: '[name].js' } },
    },
  });
  const { host, port, user } = inject('cluster');
  const { rows } = await installation.pool.query<{ name: string }>('select current_database() as name');
  database = `postgres://${user}@/${rows[0]?.name ?? ''}?host=${encodeURIComponent(host)}&port=${port}`;
  await installation.db
    .insertInto('secret')
    .values({ name: 'evidence-owner', value: Buffer.alloc(32, 1) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
});
afterEach(() => Promise.all(workers.splice(0).map(kill)));
afterAll(() => Promise.all([folder, bundle].map((path) => rm(path, { recursive: true, force: true, maxRetries: 5 }))));

function work(): ChildProcess {
  const env = {
    PATH: process.env['PATH'],
    CHROMIUM_PATH: process.env['CHROMIUM_PATH'],
    DATABASE_URL: database,
    DATA_DIR: folder,
    TMPDIR: folder,
    CAPTURE_ALLOW_PRIVATE: '1',
    CAPTURE_LEASE_SECONDS: '600',
  };
  const child = spawn(process.execPath, [join(bundle, 'worker.js')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  workers.push(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** A page that does not respond before `answer` is called, so that its capture is stuck halfway. */
function slowPage(path: string): { asked: () => Promise<void>; answer: () => void } {
  let answers = false;
  let announce: () => void = () => undefined;
  let next = new Promise<void>((resolve) => (announce = resolve));
  site.on(path, (request, response) => {
    if (request.method !== 'GET') return void response.writeHead(200).end();
    if (answers) return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>page</h1>');
    announce();
  });
  return {
    asked: async () => {
      await next;
      next = new Promise((resolve) => (announce = resolve));
    },
    answer: () => (answers = true),
  };
}

const loseLease = (number: string) =>
  installation.db
    .updateTable('capture')
    .set({ lease_until: new Date(0) })
    .where('number', '=', number)
    .execute();
const until = (number: string, status: string) =>
  expect.poll(async () => (await make.row(number)).status, { timeout: 120_000, interval: 50 }).toBe(status);

describe('a worker that is killed', () => {
  it('leaves its capture to another, which finishes it', async () => {
    const page = slowPage('/once');
    const number = await make.capture({ url: `${site.origin}/once` });
    const first = work();
    await page.asked();
    expect(await make.row(number)).toMatchObject({ status: 'capturing', attempt: 1 });
    // Out of memory, the kernel kills the worker rather than the server and PostgreSQL, which stay at 0.
    if (process.platform === 'linux') expect(await readFile(`/proc/${first.pid ?? 0}/oom_score_adj`, 'utf8')).toBe('500\n');
    await kill(first);
    page.answer();
    await loseLease(number);
    work();
    await until(number, 'succeeded');
    expect(await make.row(number)).toMatchObject({ attempt: 2, crashes: 1 });
    const files = await installation.db
      .selectFrom('evidence_file')
      .innerJoin('evidence', 'evidence.id', 'evidence_id')
      .select(['evidence_file.name', 'sha256'])
      .where('number', '=', number)
      .orderBy('evidence_file.name')
      .execute();
    expect(files.map(({ name }) => name)).toEqual([
      'capture-log.jsonl',
      'capture.wacz',
      'details.json',
      'environment-check.json',
      'original-1.png',
      'original-2.html',
      'original-3.mhtml',
      'original-4.warc.gz',
    ]);
    const store = await createLocalStore(join(folder, 'objects'));
    for (const { name, sha256 } of files)
      if (name !== 'details.json') expect(await store.stat(sha256)).toMatchObject({ sizeBytes: expect.any(Number) as number });
  });

  it('for the second time ends its capture, whose points are given back', async () => {
    const page = slowPage('/twice');
    const user = await make.user(5);
    const number = await make.capture({ user, url: `${site.origin}/twice`, price: 5 });
    for (let death = 0; death < 2; death += 1) {
      const worker = work();
      await page.asked();
      expect(await make.points(user)).toBe(0);
      await kill(worker);
      await loseLease(number);
    }
    work();
    await until(number, 'failed');
    expect(await make.row(number)).toMatchObject({ reason: '取证程序两次异常中断', attempt: 2, crashes: 2 });
    expect(await make.points(user)).toBe(5);
  });
});
