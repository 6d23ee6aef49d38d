import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../src/contract/console/index.ts';
import { intakeCalls, unsignedCalls } from '../../src/contract/open/index.ts';
import { startJobs } from '../../src/server/platform/jobs/periodic.ts';
import { measuredStore } from '../../src/server/platform/storage/measured-store.ts';
import { testApp } from '../installation/app.ts';
import { tool } from '../installation/tool.ts';

const ops = join(import.meta.dirname, '../../ops');
const promtool = tool('promtool');
const prometheus = tool('prometheus');
const installation = testApp();
let address = '';
let judge: ChildProcess | undefined;
let judgeAddress = '';
const folder = mkdtempSync(join(tmpdir(), 'notary-prometheus-'));

beforeAll(async () => {
  address = await installation.app.listen({ port: 0, host: '127.0.0.1' });
  await useAll();
  if (!prometheus.isMissing) await startPrometheus(prometheus.path);
});
afterAll(async () => {
  if (judge && judge.exitCode === null && judge.signalCode === null) {
    judge.kill('SIGKILL');
    await once(judge, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

/** A call of each kind, a stored file, and a periodic job. */
async function useAll(): Promise<void> {
  const operator = await installation.signIn('admin@example.com');
  await operator.post('/api/member/getMenu');
  await operator.get('/api/ajax/trail/getList', { page: '1' });
  await installation.nobody.get('/api/ajax/user/getUserList');
  await installation.app.inject({ url: '/open/v1/events' });
  await installation.app.inject({ url: '/nowhere/13812345678' });
  const store = measuredStore(installation.store);
  await store.stat((await store.put(Readable.from([Buffer.from('存证')]), { maxBytes: 100 })).sha256);
  let jobs: ReturnType<typeof startJobs> | undefined;
  await new Promise<void>((resolve) => {
    jobs = startJobs([{ name: 'growing the log', everyMs: 1, run: async () => resolve() }], () => undefined);
  });
  await jobs?.stop();
}

async function startPrometheus(program: string): Promise<void> {
  const port = await freePort();
  const target = new URL(address).host;
  writeFileSync(
    join(folder, 'prometheus.yml'),
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [join(ops, 'alerts.yml')],
      scrape_configs: [{ job_name: 'notary', static_configs: [{ targets: [target] }] }],
    }),
  );
  const words = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  judge = spawn(program, words, { stdio: 'ignore' });
  judgeAddress = `http://127.0.0.1:${port}`;
  // It scrapes once a second.
  await vi.waitFor(async () => {
    const [row] = await query('min(count_over_time(up{job="notary"}[10m]))');
    if (Number(row?.value[1] ?? 0) < 3) throw new Error('Prometheus has not scraped the server three times yet');
  }, patience);
}

const patience = { timeout: 120_000, interval: 300 };

interface Row {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

async function query(expression: string): Promise<Row[]> {
  const reply = await fetch(`${judgeAddress}/api/v1/query?query=${encodeURIComponent(expression)}`);
  const answer = (await reply.json()) as { status: string; error?: string; data?: { result: Row[] } };
  if (answer.status !== 'success') throw new Error(`${expression}: ${answer.error}`);
  return answer.data?.result ?? [];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const page = async (): Promise<string> => (await installation.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body;

it.skipIf(promtool.isMissing)(`the page keeps the conventions of Prometheus${promtool.note}`, async () => {
  const { status, stdout, stderr } = spawnSync(promtool.path, ['check', 'metrics'], { input: await page(), encoding: 'utf8' });
  expect({ status, words: stdout + stderr }).toEqual({ status: 0, words: '' });
});

it('names calls as the contract does, whatever is asked for', async () => {
  const text = await page();
  const callNames = new Set(
    [...text.matchAll(/notary_call_duration_seconds_count\{api="\w+",call="([^"]+)"/g)].map((match) => match[1] ?? ''),
  );
  const known = new Set(['other', ...Object.keys({ ...contract, ...intakeCalls, ...unsignedCalls })]);
  expect([...callNames].filter((name) => !known.has(name))).toEqual([]);
  expect([...callNames]).toEqual(expect.arrayContaining(['getMenu', 'getUserList', 'listEvents', 'other']));
  expect(text).toMatch(/\{api="console",call="getUserList",status="refused"\} [1-9]/);
  expect(text).toMatch(/\{api="open",call="listEvents",status="4xx"\} [1-9]/);
  expect(text).not.toContain('13812345678');
});

const dashboards = readdirSync(join(ops, 'grafana')).map((name) => {
  const board = JSON.parse(readFileSync(join(ops, 'grafana', name), 'utf8')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  return { name, queries: board.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr }))) };
});

describe.skipIf(prometheus.isMissing)(`a real Prometheus that scrapes the server${prometheus.note}`, () => {
  it.each(dashboards)('answers every query of $name', async ({ queries }) => {
    // A scrape that a busy machine ends early has fewer samples; the next one has them again.
    await vi.waitFor(async () => {
      const text = await page();
      const empty: string[] = [];
      for (const { title, expr } of queries) if ((await query(expr)).length === 0) empty.push(`${title}: ${expr}`);
      // Metrics without a value on this server, such as those of witnesses, are still named on its page.
      const unexplained = empty.filter(
        (line) => !metricsOf(line).some((name) => text.includes(`# TYPE ${name} `) && !hasSamples(text, name)),
      );
      expect(unexplained).toEqual([]);
    }, patience);
  });

  it('knows every metric that an alarm or a dashboard asks for', async () => {
    const text = await page();
    const asked = [readFileSync(join(ops, 'alerts.yml'), 'utf8'), ...dashboards.flatMap(({ queries }) => queries.map(({ expr }) => expr))];
    const unknown = new Set(asked.flatMap(metricsOf).filter((name) => !text.includes(`# TYPE ${name} `)));
    expect([...unknown]).toEqual([]);
  });

  it('evaluates every alarm, and none fires', async () => {
    const rules = async () => {
      const reply = await fetch(`${judgeAddress}/api/v1/rules`);
      const { data } = (await reply.json()) as { data: { groups: { rules: { name: string; health: string; state: string }[] }[] } };
      return data.groups.flatMap((group) => group.rules);
    };
    await expect.poll(async () => (await rules()).filter(({ health }) => health !== 'ok').map(({ name }) => name), patience).toEqual([]);
    expect((await rules()).filter(({ state }) => state === 'firing')).toEqual([]);
  });
});

/** Without the suffixes of histograms. */
function metricsOf(text: string): string[] {
  return [...text.matchAll(/\b(?:notary|process)_[a-z0-9_]+/g)].map(([name]) => name.replace(/_(?:bucket|sum|count)$/, ''));
}

function hasSamples(text: string, name: string): boolean {
  return new RegExp(`^${name}(?:_bucket)?[ {]`, 'm').test(text);
}
