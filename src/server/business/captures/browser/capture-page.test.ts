import { loadImage } from '@napi-rs/canvas';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageCaptures, replay } from '../../../../../test/installation/factories/page-captures.ts';
import { secureSite } from '../../../../../test/installation/servers/secure-site.ts';
import { page, webSite } from '../../../../../test/installation/servers/web-site.ts';
import { isPrivateAddress } from '../../../platform/egress/addresses.ts';
import { processTree } from './process-tree.ts';

const site = webSite();
const secure = secureSite(
  '<!doctype html><title>密</title><h1>加密的网页</h1><script>new Image().src = ' +
    '`https://pictures.example.com:${location.port}/picture`</script>',
);
const pages = pageCaptures();
const { capture, failing } = pages;

describe('a capture', () => {
  it('keeps picture, source, single file and traffic of a page with redirects, frames, popup, dialog and script error', async () => {
    const { captured, read, folder, log, events } = await capture(`${site.origin}/go`);
    expect(captured.files.map(({ name }) => name)).toEqual([
      'original-1.png',
      'original-2.html',
      'original-3.mhtml',
      'original-4.warc.gz',
      // The frame scrolls in itself.
      'expanded-2.png',
      'environment-check.json',
      'capture-log.jsonl',
    ]);
    const shot = await loadImage(await read('original-1.png'));
    expect([shot.width, shot.height > 3000]).toEqual([1366, true]);
    expect((await read('original-2.html')).toString()).toContain('脚本改过的文字');
    const mhtml = (await read('original-3.mhtml')).toString();
    expect(mhtml).toContain(`Snapshot-Content-Location: ${site.origin}/full`);
    expect(mhtml).toContain(`Content-Location: ${site.origin}/lazy.png`);

    // Read by an independent reader: the bytes that the site sent come back out.
    const archived = await replay(join(folder, 'original-4.warc.gz'));
    expect(archived.get(`${site.origin}/go`)).toMatchObject({
      status: 302,
      headers: expect.objectContaining({ location: '/full' }) as object,
    });
    expect(archived.get(`${site.origin}/favicon.ico`)).toMatchObject({ status: 404 });
    for (const path of ['/full', '/frame', '/lazy.png', '/frame.png']) {
      const sent = Buffer.from(await (await fetch(site.origin + path)).arrayBuffer());
      expect(archived.get(site.origin + path)?.body.equals(sent), path).toBe(true);
    }
    for (const event of [
      'begin',
      'environment-check',
      'request',
      'response',
      'archived',
      'script-error',
      'dialog',
      'popup',
      'download',
      'websocket',
      'picture',
      'kept',
      'end',
    ])
      expect(events(event).length, event).toBeGreaterThan(0);
    expect(events('response').find(({ url }) => url === `${site.origin}/full`)).toMatchObject({ status: 200, address: '127.0.0.1' });
    expect(events('script-error')[0]).toMatchObject({ message: expect.stringContaining('nonsense') as string });
    expect(log.map(({ n }) => n)).toEqual(log.map((_line, at) => at + 1));
    const report = JSON.parse((await read('environment-check.json')).toString()) as {
      passed: boolean;
      items: { item: string; passed: boolean; finding: string; raw: string }[];
    };
    expect(report.passed).toBe(true);
    expect(report.items.map(({ item }) => item)).toEqual([
      'clock',
      'target-clock',
      'hosts',
      'proxy',
      'dns',
      'network',
      'browser',
      'profile',
    ]);
    expect(report.items.find(({ item }) => item === 'browser')).toMatchObject({
      passed: true,
      finding: expect.stringMatching(/Chrom.+SHA-256 [0-9a-f]{64}$/) as string,
    });
    expect(report.items.find(({ item }) => item === 'target-clock')?.raw).toMatch(/^date: \w{3}, \d\d /);
  });

  it('names the item of the environment that is not clean, before a byte of the page is asked for', async () => {
    await writeFile(join(pages.root, 'poisoned'), '127.0.0.1 localhost\n10.0.0.9 www.example.com # a forger\n');
    const before = site.asked.length;
    const ask = async () => ({ addresses: ['127.0.0.1'], from: 'test' });
    expect(
      await failing(`http://www.example.com:${new URL(site.origin).port}/full`, {
        ask,
        environmentSources: { hostsFile: join(pages.root, 'poisoned') },
      }),
    ).toBe('清洁性检查未通过：本机域名映射（本机域名映射改写了目标域名 www.example.com）');
    expect(await failing(`${site.origin}/full`, { environmentSources: { environment: { HTTPS_PROXY: 'http://u:p@10.0.0.1:3128' } } })).toBe(
      '清洁性检查未通过：代理设置（设置了代理：HTTPS_PROXY）',
    );
    expect(
      await failing(`${site.origin}/full`, { environmentSources: { databaseTime: async () => new Date(Date.now() - 60_000) } }),
    ).toMatch(/^清洁性检查未通过：系统时钟（取证机时钟与数据库服务器时钟比对，相差6\d{4}毫秒/);
    expect(await failing('http://nowhere.example.com/', { ask: async () => ({ addresses: [], from: 'test' }) })).toBe(
      '目标网址的域名无法解析',
    );
    expect(site.asked.length).toBe(before);
  });

  it('keeps the certificates of a site behind TLS, and takes no page of one whose authority nobody knows', async () => {
    const ask = async () => ({ addresses: ['127.0.0.1'], from: 'test' });
    expect(await failing(`${secure.origin}/`, { ask })).toBe('目标网站的安全证书无效（不是受信任的机构签发，ERR_CERT_AUTHORITY_INVALID）');
    const { folder, events } = await capture(`${secure.origin}/`, { ask, chromiumPath: await secure.trusting(pages.chromiumPath) });
    const [own, root] = secure.chain.map((certificate) => certificate.toString('base64'));
    const { port } = new URL(secure.origin);
    const chainOf = (name: string) => events('certificates').find(({ host }) => host === `${name}.example.com:${port}`)?.['chain'];
    expect(chainOf('secure')).toEqual(expect.arrayContaining([own]));
    expect(chainOf('pictures')).toEqual([own, root]);
    expect(events('response')[0]).toMatchObject({
      status: 200,
      address: '127.0.0.1',
      tls: { protocol: 'TLS 1.3', issuer: 'Test Root', subjectName: 'secure.example.com' },
    });
    expect((await replay(join(folder, 'original-4.warc.gz'))).get(`${secure.origin}/`)?.body.toString()).toContain('加密的网页');
  });

  it('opens a site of a bad certificate as it is, every time: the page about the fault does not interrupt it', async () => {
    const ask = async () => ({ addresses: ['127.0.0.1'], from: 'test' });
    const codes = async () => {
      const { captured } = await capture(`${secure.origin}/`, { ask, accept: 'as_is' });
      return captured.notes.map(({ code }) => code);
    };
    for (let round = 0; round < 3; round += 1)
      for (const found of await Promise.all([codes(), codes()])) expect(found).toContain('certificate');
  });

  it('shows a frame of another site in every picture of the window, and does not call it moving', async () => {
    const { port } = new URL(site.origin);
    site.on('/inner', page('<h1>另一网站的框架</h1>'));
    site.on('/outer', page(`<h1>网页</h1><iframe src="http://localhost:${port}/inner" width="300" height="300"></iframe>`));
    const notes = async () => (await capture(`${site.origin}/outer`)).captured.notes;
    for (let round = 0; round < 4; round += 1) for (const found of await Promise.all([notes(), notes()])) expect(found).toEqual([]);
  });

  it('says in its log how many frames of other sites were laid over their places, because they lie below the window', async () => {
    const { port } = new URL(site.origin);
    const frame = `<iframe src="http://localhost:${port}/lower" width="300" height="300"></iframe>`;
    site.on('/lower', page('<h1 style="background: lime; height: 200px">另一网站的框架</h1>'));
    site.on('/long', page(`<h1>网页</h1><p style="height: 2000px">长</p>${frame}${frame}`));
    site.on('/only-words', page('<h1>网页</h1>'));
    const { events, captured } = await capture(`${site.origin}/long`);
    expect(events('picture')).toMatchObject([{ name: 'original-1.png', laidFrames: 2 }]);
    expect(captured.notes).toEqual([]);
    expect((await capture(`${site.origin}/only-words`)).events('picture')[0]).not.toHaveProperty('laidFrames');
  });

  it('takes no challenge, empty page, error, download or endless page for a result', async () => {
    site.on(
      '/challenge',
      page('<h1>Just a moment...</h1><script src="/cdn-cgi/challenge-platform/h/b/orchestrate"></script>', 403, {
        'cf-mitigated': 'challenge',
      }),
    );
    site.on('/blank', '');
    site.on('/never', () => undefined);
    const answered = ['/challenge', '/blank', '/missing', '/file'].map((path) => failing(site.origin + path));
    expect(await Promise.all([...answered, failing(`${site.origin}/never`, { limits: { navigationSeconds: 2 } })])).toEqual([
      '目标网站要求人机验证，未能打开网页',
      '网页内容为空白',
      '目标网站返回错误（HTTP 404）',
      '目标网址是文件下载，不是网页',
      '网页打开超时（2秒）',
    ]);
  });

  it('ends at its limit of bytes, and at its time', async () => {
    site.on('/heavy', page(`<p>重</p><script src="/heavy.js"></script>`));
    site.on('/heavy.js', (_request, response) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(' '.repeat(3_000_000)));
    expect(
      await Promise.all([
        failing(`${site.origin}/heavy`, { limits: { maxBytes: 1_048_576 } }),
        failing(`${site.origin}/never`, { limits: { maxSeconds: 1, navigationSeconds: 30 } }),
      ]),
    ).toEqual(['网页数据超过上限（1MB）', '取证超时（1秒）']);
  });

  it('refuses the requests of a page beyond its limit, and says so', async () => {
    site.on('/asking', page(`<p>问</p><script>for (let at = 0; at < 40; at += 1) fetch('/answer?' + at).catch(() => undefined)</script>`));
    site.on('/answer', (_request, response) => setTimeout(() => response.end('答'), 50));
    const { events, captured } = await capture(`${site.origin}/asking`, { limits: { maxRequests: 10 } });
    expect(captured.notes).toMatchObject([
      { code: 'missing_resources', text: expect.stringMatching(/网页的请求超过 10 个，其后不再放行$/) },
    ]);
    expect([events('request'), events('too-many-requests')].map(({ length }) => length)).toEqual([10, 1]);
  });

  it('ends when its page takes more memory than it may, by name, while nothing else on the machine ends', async () => {
    site.on(
      '/greedy',
      page(
        '<p>贪</p><script>const kept = []; for (;;) { const block = new Uint8Array(16 << 20); block.fill(1); kept.push(block); }</script>',
      ),
    );
    const neighbour = spawn('sleep', ['600']);
    try {
      const greedy = await mkdtemp(join(pages.root, 'greedy-'));
      expect(
        await failing(`${site.origin}/greedy`, { folder: greedy, limits: { maxMemoryBytes: 768 * 1_048_576, navigationSeconds: 60 } }),
      ).toBe('网页占用内存超过上限（768MB）');
      expect(await processTree(join(greedy, 'profile')).look()).toEqual([]);
      expect([neighbour.exitCode, neighbour.signalCode]).toEqual([null, null]);
      expect(await failing(`${site.origin}/full`)).toBe('captured');
    } finally {
      neighbour.kill();
    }
  });

  it.skipIf(process.platform !== 'linux')('runs in processes that the kernel ends before PostgreSQL when memory runs out', async () => {
    const folder = await mkdtemp(join(pages.root, 'scored-'));
    const answered: ServerResponse[] = [];
    site.on('/scored', (request, response) => void (request.method === 'GET' ? answered.push(response) : response.writeHead(200).end()));
    const done = failing(`${site.origin}/scored`, { folder, limits: { navigationSeconds: 60 } });
    const tree = processTree(join(folder, 'profile'));
    const scores = async () =>
      Promise.all((await tree.look()).map(async (pid) => Number(await readFile(`/proc/${pid}/oom_score_adj`, 'utf8').catch(() => '900'))));
    await expect
      .poll(async () => answered.length > 0 && (await scores()).length > 2 && (await scores()).every((score) => score >= 900), {
        timeout: 120_000,
      })
      .toBe(true);
    answered[0]?.writeHead(200, { 'content-type': 'text/html' }).end('<h1>page</h1>');
    expect(await done).toBe('captured');
  });

  it('reaches nothing private: not by name, redirect, frame, picture, script or websocket, nor by an answer that changes', async () => {
    const { port } = new URL(site.origin);
    // In this test 127.0.0.1 counts as public if a name resolves to it; IP literals and other addresses are private.
    const answers: Record<string, string[]> = {
      'public.example.com': ['127.0.0.1'],
      'inside.example.com': ['10.1.2.3'],
      'meta.example.com': ['169.254.169.254'],
      'six.example.com': ['::ffff:10.0.0.1'],
      'rebound.example.com': ['127.0.0.1'],
      localhost: ['127.0.0.1'],
    };
    let rebounds = 0;
    const ask = async (host: string) => {
      rebounds += host === 'rebound.example.com' ? 1 : 0;
      return { addresses: host === 'rebound.example.com' && rebounds > 1 ? ['10.9.9.9'] : (answers[host] ?? []), from: 'test' };
    };
    const change = {
      limits: { allowPrivate: false },
      ask,
      isPrivate: (address: string) => address !== '127.0.0.1' && isPrivateAddress(address),
    };
    const pageAt = (path: string) => `http://public.example.com:${port}${path}`;
    site.on('/secret', 'secret');
    site.on('/hop', (_request, response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/secret` }).end());
    site.on('/script-hop', page(`<script>location.href = 'http://127.0.0.1:${port}/secret'</script>`));
    site.on(
      '/parts',
      page(
        `<p>公开的文字</p><img src="http://127.0.0.1:${port}/secret"><iframe src="http://meta.example.com:${port}/secret"></iframe>` +
          `<img src="http://six.example.com:${port}/secret"><img src="http://localhost:${port}/secret">
      <script>fetch('http://inside.example.com:${port}/secret').catch(() => {}); new WebSocket('ws://127.0.0.1:${port}/secret'); ` +
          `fetch('http://rebound.example.com:${port}/twice', { mode: 'no-cors' })` +
          `.then(() => fetch('http://rebound.example.com:${port}/twice?2', ` +
          `{ mode: 'no-cors' }));</script>`,
      ),
    );
    site.on('/twice', (_request, response) => response.writeHead(200, { connection: 'close' }).end('x'));
    const inside = '目标网址指向内部网络地址，已拒绝访问';
    const refused = [
      `http://127.0.0.1:${port}/secret`,
      `http://[::1]:${port}/secret`,
      `http://inside.example.com:${port}/secret`,
      pageAt('/hop'),
      pageAt('/script-hop'),
    ];
    expect(await Promise.all(refused.map((url) => failing(url, change)))).toEqual(refused.map(() => inside));
    expect(await failing('https://inside.example.com/', change)).toBe(inside);
    const { events } = await capture(pageAt('/parts'), change);
    const [end] = events('end') as unknown as { refused: { host: string }[] }[];
    expect(end?.refused.map(({ host }) => host).toSorted()).toEqual([
      '127.0.0.1',
      'inside.example.com',
      'localhost',
      'meta.example.com',
      'six.example.com',
    ]);
    expect(site.asked.filter((path) => path === '/secret')).toEqual([]);
    // One lookup for the whole capture, however often the name is connected to.
    expect([site.asked.filter((path) => path === '/twice').length, rebounds]).toEqual([2, 1]);
  });
});
