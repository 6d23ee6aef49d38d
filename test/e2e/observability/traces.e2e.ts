import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTraceReceiver } from '../../installation/servers/trace-receiver.ts';
import { browserInstallation } from '../browser.ts';
import { startDemo } from '../demo-server.ts';

/** At the end of a process, Node writes into it which scripts it has loaded. */
const environment: Record<string, string> = {};
let loadedFolder: string;
let receiver: Awaited<ReturnType<typeof startTraceReceiver>>;
beforeAll(async () => {
  receiver = await startTraceReceiver();
  loadedFolder = await mkdtemp(join(tmpdir(), 'notary-loaded-'));
  Object.assign(environment, { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin, OTEL_BSP_SCHEDULE_DELAY: '200', LOG_LEVEL: 'info' });
});
afterAll(async () => {
  await receiver?.stop();
  await rm(loadedFolder, { recursive: true, force: true });
});
const installation = browserInstallation(environment);

it("a page's call is one trace from the browser to the statements", async () => {
  const page = await installation.open('/login');
  const sent = new Map<string, string>();
  page.on('request', (request) => {
    const { traceparent } = request.headers();
    if (traceparent !== undefined) sent.set(new URL(request.url()).pathname, traceparent);
  });
  await page.getByPlaceholder('请输入帐号').fill('admin@example.com');
  await page.getByPlaceholder('请输入密码').fill('Demo2026');
  await page.getByPlaceholder('请输入验证码').fill('test');
  await page.getByRole('button', { name: /登\s?录/ }).click();
  await page.getByText('退出登录').waitFor();
  const [, trace = '', browserSpan = ''] = (sent.get('/api/login/login') ?? '').split('-');
  await expect.poll(() => receiver.trace(trace).some(({ kind }) => kind === 2), { timeout: 120_000 }).toBe(true);
  const spans = receiver.trace(trace);
  const root = spans.find(({ parentSpanId }) => parentSpanId === browserSpan);
  expect(root).toMatchObject({ service: 'notary-server', name: 'POST /api/login/login', facts: { 'http.response.status_code': 200 } });
  expect(spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId).map(({ name }) => name)).toContain('begin');
  expect(installation.server.output()).toMatch(new RegExp(`"trace":"${trace}","span":"${root?.spanId}".*"call":"login"`));
  expect(receiver.bodies.join('\n')).not.toMatch(/admin@example|Demo2026/);
});

it('what is here at the end is sent, and a server that is not asked for traces loads nothing of it', async () => {
  const loaded = async (folder: string): Promise<string[]> => {
    const reports = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    const urls = reports.flatMap((report) => (JSON.parse(report) as { result: { url: string }[] }).result.map(({ url }) => url));
    return [...new Set(urls)].filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
  };
  const isOfTraces = async (path: string) => /opentelemetry/.test(path) || /BatchSpanProcessor/.test(await readFile(path, 'utf8'));
  const count = async (on: boolean): Promise<{ scripts: number; ofTraces: number }> => {
    const folder = join(loadedFolder, String(on));
    const server = await startDemo({
      NODE_V8_COVERAGE: folder,
      ...(on ? { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin, OTEL_BSP_SCHEDULE_DELAY: '600000', OTEL_SERVICE_NAME: 'flushed' } : {}),
    });
    try {
      expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
    } finally {
      expect(await server.stop()).toBe(0);
    }
    const scripts = await loaded(folder);
    return { scripts: scripts.length, ofTraces: (await Promise.all(scripts.map(isOfTraces))).filter(Boolean).length };
  };
  const on = await count(true);
  expect(on.ofTraces).toBeGreaterThan(0);
  expect(receiver.spans.filter(({ service }) => service === 'flushed').map(({ name }) => name)).toContain('GET /healthz');
  const off = await count(false);
  expect(off.scripts).toBeGreaterThan(5);
  expect(off.ofTraces).toBe(0);
});
