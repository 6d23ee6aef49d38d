import fastify from 'fastify';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { openOperations } from '../signed/document.ts';
import { openDocs } from './feature.ts';
import { renderMarkdown } from './markdown.ts';
import { chapters } from './page.ts';

const installation = testApp();
const sandbox = testApp({ SANDBOX: '1' });
const get = (url: string) => installation.app.inject({ url });

it('shows every page of the guide to everybody, and no link of it leads nowhere', async () => {
  const pages = new Map<string, string>();
  for (const [name, title] of chapters) {
    const path = name === '' ? '/open/docs' : `/open/docs/${name}`;
    const reply = await get(path);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(reply.body).toContain(`<title>${title}</title>`);
    expect(reply.body).toContain(`href="${path}" aria-current="page"`);
    pages.set(path, reply.body);
  }
  for (const [path, body] of pages)
    for (const [, target = '', anchor = ''] of body.matchAll(/href="([^"#]*)(#[^"]*)?"/g)) {
      if (target !== '') expect([path, target, (await get(target)).statusCode]).toEqual([path, target, 200]);
      if (anchor !== '') expect(pages.get(target || path)).toContain(`id="${decodeURIComponent(anchor.slice(1))}"`);
    }
});

it('has every call of the document with its fields', async () => {
  const { body } = await get('/open/docs/calls');
  for (const { operationId, method, path } of openOperations()) {
    expect(body).toContain(`<h2 id="${operationId}">`);
    expect(body).toContain(`<code>${method} ${path}</code>`);
  }
  expect(body).toContain('<tr><td>file</td><td>请求体</td><td>是</td><td>文件</td></tr>');
  expect(body).toContain('<tr><td>Upload-Offset</td>');
});

it('gives the scripts and vectors that the pages name, as they are in the sources', async () => {
  for (const name of ['call.sh', 'sign.sh', 'sign.py', 'verify-webhook.py', 'signing-vectors.json']) {
    const reply = await get(`/open/docs/${name}`);
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(reply.body).toBe(await readFile(join(import.meta.dirname, '../../../../docs/integrating', name), 'utf8'));
  }
  expect((await get('/open/docs/other')).statusCode).toBe(404);
});

it('shows addresses as they can be typed, and gives the packed client where the office has built it', async () => {
  const { body } = await get('/open/docs');
  expect(body).not.toContain('https://notary.example');
  expect(body).toContain('curl -sfO http://127.0.0.1:8080/open/docs/notary-client.tgz');
  const none = await get('/open/docs/notary-client.tgz');
  expect([none.statusCode, none.body]).toEqual([404, '公证处尚未在此提供客户端的压缩包，请向公证处索取。\n']);

  const folder = await mkdtemp(join(tmpdir(), 'notary-packed-'));
  const app = fastify();
  await openDocs({ config: readConfig({}), clientRoot: folder }).register(app);
  try {
    await writeFile(join(folder, 'notary-client-1.0.0.tgz'), 'packed');
    await writeFile(join(folder, 'other.tgz'), 'other');
    const found = await app.inject({ url: '/open/docs/notary-client.tgz' });
    expect([found.statusCode, found.headers['content-type'], found.body]).toEqual([200, 'application/gzip', 'packed']);
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
});

it('reads nothing of a page as HTML', () => {
  expect(
    renderMarkdown(
      '# a <b>\n\n- **x** `<i>` [y](javascript:alert(1))\n  goes on\n- [ ] z\n\n```html\n<script>\n```\n\n| a |\n|---|\n| `&` |',
    ),
  ).toBe(
    [
      '<h1>a &lt;b&gt;</h1>',
      '<ul><li><strong>x</strong> <code>&lt;i&gt;</code> <a href="#">y</a>)\ngoes on</li><li>☐ z</li></ul>',
      '<pre><code>&lt;script&gt;</code></pre>',
      '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td><code>&amp;</code></td></tr></tbody></table>',
    ].join('\n'),
  );
});

it('joins Chinese lines without a space, and knows four depths of headings', () => {
  expect(renderMarkdown('#### 一\n\n- 前一行，\n  后一行\n- a\n  b\n\n前一行\n后一行')).toBe(
    '<h4>一</h4>\n<ul><li>前一行，后一行</li><li>a\nb</li></ul>\n<p>前一行后一行</p>',
  );
});

it('has every chapter in sight at its head on a telephone: in two rows, none behind the edge', async () => {
  const { body } = await get('/open/docs');
  expect(body.match(/<nav[^>]*>(.*?)<\/nav>/s)?.[1]?.match(/<a /g)?.length).toBe(chapters.length);
  expect(body).toMatch(/\bnav \{[^}]*flex-wrap: wrap/);
  expect(body).not.toMatch(/\bnav \{[^}]*(?:nowrap|overflow)/);
});

it('says on every page of a sandbox that nothing there proves anything, and nothing of it elsewhere', async () => {
  for (const [name] of chapters) {
    const url = name === '' ? '/open/docs' : `/open/docs/${name}`;
    expect((await sandbox.app.inject({ url })).body).toContain('<body>\n<p class="sandbox-notice">测试环境，数据无证明效力</p>');
    expect((await get(url)).body).toContain('<body>\n<nav');
  }
});
