import { createCanvas, loadImage } from '@napi-rs/canvas';
import jsQr from 'jsqr';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unzipped } from '../installation/zip.ts';
import { browserInstallation, wholeChromium } from './browser.ts';
import { intake, type Key } from './intake-client.ts';
import { listRows, resize } from './list-rows.ts';

const installation = browserInstallation({ CAPTURE_WORKER: '1', CAPTURE_ALLOW_PRIVATE: '1', PRICE_WEB: '0' }, wholeChromium);
const pictures = process.env['PICTURES'];
/** A captured page that is harmless by itself; inside a frame it tries to reach its own server and the server that shows it. */
const hostile = (
  origin: string,
  padding: string,
) => `<!doctype html><title>侵权页面</title><link rel="preconnect" href="${origin}"><link rel="stylesheet" href="${origin}/style.css">
  <iframe src="${origin}/frame"></iframe><a href="${origin}/more">查看更多</a>
  <h1>侵权页面原文</h1><p>本店所售商品均支持七天无理由退换，下单后四十八小时内发货。</p><img
    src="/pixel.png" width="40" height="40"><img src="${origin}/pixel.png" width="40" height="40">
  <script>if (parent !== window) { document.body.append('脚本已执行');
    try { parent.document.title = '被改写' } catch {}
    try { top.location = 'about:blank' } catch {}
    fetch('/api/User/getAdminInfo'); open('about:blank') }</script>
  <svg onload="if (parent !== window) document.body.append('脚本已执行')"></svg>${padding}`;
/** Requests to the page's own server since the last reset, including mere connections. */
const reached: string[] = [];
const site = createServer((request, response) => {
  reached.push(request.url ?? '');
  if (request.url === '/' || request.url === '/long')
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(hostile(`http://${request.headers.host}`, request.url === '/' ? '' : `<!-- ${'-'.repeat(1_200_000)} -->`));
  else if (request.url === '/style.css') response.writeHead(200, { 'content-type': 'text/css' }).end('h1 { color: darkred }');
  else response.writeHead(200, { 'content-type': 'image/png' }).end(createCanvas(40, 40).toBuffer('image/png'));
}).on('connection', () => reached.push('connection'));
beforeAll(async () => {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
});
afterAll(() => void site.close());

/** Calls the API as the operator of a page. */
async function ask<Data>(page: Page, path: string): Promise<Data> {
  const token = await page.evaluate(() => sessionStorage.getItem('token') ?? '');
  const reply = await page.request.get(installation.server.address + path, { headers: { authorization: `Bearer ${token}` } });
  return ((await reply.json()) as { data: Data }).data;
}

async function shot(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** The content of a certificate's QR code, read from the screen as a phone reads it. */
async function qrOf(code: Locator): Promise<string> {
  const image = await loadImage(await code.screenshot());
  const canvas = createCanvas(image.width * 3, image.height * 3);
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return readQr(new Uint8ClampedArray(pen.getImageData(0, 0, canvas.width, canvas.height).data), canvas.width, canvas.height)?.data ?? '';
}
// The package is CommonJS with its function under `default`.
const readQr = typeof jsQr === 'function' ? jsQr : (jsQr as { default: typeof jsQr }).default;

it('leads from the list to the certificate, its files and its print, and its QR code to the picture on a phone', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.goto(`${installation.server.address}/online/web?status=FAILED`);
  const failed = page.getByRole('row').filter({ hasText: '取证失败' }).first();
  await failed.waitFor();
  expect(await failed.getByRole('cell').last().textContent()).toBe('——');
  await page.goto(`${installation.server.address}/online/web?status=SUCCESSED`);
  const row = page.getByRole('row').filter({ hasText: '取证成功' }).first();
  await row.getByText('预览结果').waitFor();
  await page.locator('#filter-label').waitFor();
  await shot(page, 'web');
  await row.getByText('预览结果').click();
  const picture = page.locator('.viewer-stage img');
  await expect.poll(() => picture.evaluate((media) => (media instanceof HTMLImageElement ? media.naturalWidth : 0))).toBeGreaterThan(100);
  await shot(page, 'web-preview');
  await page.keyboard.press('Escape');

  const opened = page.waitForEvent('popup');
  await row.getByText('查看证书').click();
  const certificate = await opened;
  const sheet = certificate.getByRole('article', { name: '电子数据取证证书' });
  await sheet.getByText('电子证据哈希').waitFor();
  expect(await certificate.getByRole('navigation', { name: '面包屑' }).getByRole('link').textContent()).toBe('网页取证');
  await certificate.getByText('已由本机构日志锚定', { exact: true }).waitFor();
  await shot(certificate, 'attestation-web');
  if (pictures !== undefined) await sheet.screenshot({ path: join(pictures, 'attestation-web-sheet.png') });

  const download = certificate.waitForEvent('download');
  await certificate.getByRole('button', { name: '下载证据', exact: true }).click();
  const files = Object.keys(await unzipped(await readFile(await (await download).path()))).map((path) => path.split('/')[1]);
  // The same downloads as on the certificate of an evidence.
  for (const name of ['下载证书', '下载证据包']) await certificate.getByRole('button', { name, exact: true }).waitFor();
  expect(files).toEqual(expect.arrayContaining(['original-1.png', 'original-2.html', 'environment-check.json', 'capture-log.jsonl']));

  const explorer = certificate.waitForEvent('popup');
  await sheet.locator('a.sheet-hash').click();
  await (await explorer).getByText('检查点根哈希').first().waitFor();

  await certificate.getByRole('button', { name: '打印证书' }).click();
  await certificate.getByText('确认打印该证书？').waitFor();
  await certificate.getByRole('button', { name: /确\s?定/ }).click();
  const paper = certificate.frameLocator('iframe[title^="取证证书-"]').locator('.sheet');
  await paper.waitFor({ state: 'attached' });
  // 297 mm: one A4 page.
  expect(await paper.evaluate((printed) => printed.scrollHeight)).toBeLessThanOrEqual(1123);

  const address = await qrOf(sheet.getByRole('img', { name: '扫码预览图片' }));
  expect(address).toMatch(new RegExp(`^${installation.server.address}/mobile/previewImg/[A-Za-z0-9]{23}[A-Za-z0-9+*=]+$`));
  const phone = await (await installation.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })).newPage();
  await phone.goto(address);
  await expect
    .poll(() => phone.getByAltText('取证图片').evaluate((media) => (media instanceof HTMLImageElement ? media.naturalWidth : 0)))
    .toBeGreaterThan(100);
  await shot(phone, 'phone-picture');
  await phone.context().close();
});

it('plays a recording, shows its certificate, and says on a phone where to watch it', async () => {
  const page = await installation.signIn('admin@example.com');
  for (const [list, name] of [
    ['move', '移动端取证'],
    ['process', '过程取证'],
  ] as const) {
    await page.goto(`${installation.server.address}/online/${list}`);
    await page.getByRole('heading', { name }).waitFor();
    await page.getByText('预览结果').first().waitFor();
    await page.locator('#filter-status').waitFor();
    await shot(page, list);
  }
  await page.getByText('预览结果').first().click();
  const player = page.getByRole('dialog').locator('video[controls]');
  await expect.poll(() => player.evaluate((media) => (media instanceof HTMLVideoElement ? media.readyState : 0))).toBeGreaterThan(0);
  await shot(page, 'process-preview');
  await page.keyboard.press('Escape');
  const opened = page.waitForEvent('popup');
  await page.getByText('查看证书').first().click();
  const certificate = await opened;
  await certificate.getByText('已由本机构日志锚定', { exact: true }).waitFor();
  const code = certificate.getByRole('img', { name: '扫码在线观看视频' });
  await expect.poll(() => qrOf(code)).toContain('/mobile/previewProgress/'); // content above it may still be loading
  await shot(certificate, 'attestation-pro');
});

it('downloads a batch of two, says that it closes by itself, and does; the history has both', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.goto(`${installation.server.address}/online/webDownload`);
  const boxes = page.getByRole('checkbox', { name: '选择此行' });
  await boxes.first().waitFor();
  await page.getByRole('button', { name: '下载', exact: true }).click();
  await installation.message(page, '请选择需要下载的证据');
  for (const at of [0, 1]) await boxes.nth(at).check();
  await shot(page, 'batch');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '批量下载' });
  await dialog.getByText('秒后自动关闭').waitFor();
  await shot(page, 'batch-dialog');
  const files = Object.keys(await unzipped(await readFile(await (await download).path())));
  expect(new Set(files.map((path) => path.split('/')[0])).size).toBe(2);
  expect(files.filter((path) => path.endsWith('original-1.png'))).toHaveLength(2);
  await dialog.waitFor({ state: 'detached', timeout: 120_000 });
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);

  await boxes.first().check();
  await page.getByRole('button', { name: '下载', exact: true }).click();
  await page.getByRole('button', { name: '立即关闭' }).click();
  await dialog.waitFor({ state: 'detached' });

  // Marks on one page are gone on the next, and do not come back with the first.
  for (const at of [0, 1]) await boxes.nth(at).check();
  await page.getByText('已选 2 份').waitFor();
  await page.getByRole('button', { name: '2', exact: true }).click();
  await page.waitForURL(/page=2/);
  await page.getByText('已选 0 份').waitFor();
  await page.getByRole('button', { name: '1', exact: true }).click();
  await page.waitForURL((address) => !address.search.includes('page'));
  await page.getByText('已选 0 份').waitFor();
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);

  // A page size of a hundred is in the address, and the list fits its window.
  await resize(page, 100);
  await page.waitForURL(/limit=100/);
  await expect.poll(() => listRows(page).count()).toBeGreaterThan(10);
  for (const list of ['web', 'process', 'move']) {
    await page.goto(`${installation.server.address}/online/${list}Download?limit=100`);
    await boxes.first().waitFor();
    expect(await page.locator('.list-scroll').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  }
  // A row without a file cannot be marked, and shows the reason.
  await page.goto(`${installation.server.address}/online/webDownload?status=FAILED`);
  await boxes.first().waitFor();
  expect(await boxes.first().isDisabled()).toBe(true);
  expect(await page.locator('tbody .cell-select').first().getAttribute('title')).toBe('未取证成功，没有可下载的文件');
  expect(await page.getByRole('checkbox', { name: '选择本页' }).isDisabled()).toBe(true);

  await page.getByRole('link', { name: '网页取证' }).last().click();
  await page.getByRole('button', { name: '下载历史' }).click();
  await expect.poll(() => page.getByRole('dialog').getByRole('row').count()).toBeGreaterThanOrEqual(4);
  await shot(page, 'history');
});

it.each([
  ['', '/'],
  [' even one too long to be sent along with its certificate,', '/long'],
])('shows a hostile page that was captured,%s and nothing in it acts (30)', async (_, path) => {
  const page = await installation.signIn('admin@example.com');
  const [user] = (await ask<{ list: { user_id: string }[] }>(page, '/api/ajax/user/getUserList?type=1&status=3')).list;
  const client = JSON.parse(await installation.server.admin('client', 'create', '--name', '取证网关')) as Key;
  const place = site.address();
  const url = `http://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}${path}`;
  const capture = await intake(
    installation.server.address,
    client,
    'POST',
    '/open/v1/captures',
    JSON.stringify({ unique_id: `e2e-hostile${path}`, user_id: user?.user_id, url, title: '<img src=x onerror=alert(1)>', label: '' }),
  );
  const number = String(capture.body['baoquan_no']);
  await expect
    .poll(async () => (await intake(installation.server.address, client, 'GET', `/open/v1/captures/${number}`)).body['status'], {
      timeout: 120_000,
      interval: 300,
    })
    .toBe('SUCCESSED');

  const { html } = await ask<{ html: string }>(page, `/api/webfor/getWebView?baoquan=${number}`);
  expect(html === '').toBe(path === '/long');
  reached.length = 0;
  const asked: Request[] = [];
  const opened: string[] = [];
  page.on('request', (request) => asked.push(request));
  page.on('popup', () => opened.push('popup'));
  page.on('dialog', () => opened.push('dialog'));
  await page.goto(`${installation.server.address}/online/attestation/${number}/web`);
  const frame = page.locator('.sheet iframe');
  await page.getByText('已由本机构日志锚定', { exact: true }).waitFor();
  expect(await frame.getAttribute('sandbox')).toBe('');
  const shown = await frame.contentFrame().locator('body').innerText();
  expect(shown).toContain('侵权页面原文');
  expect(shown).not.toContain('脚本已执行');
  await frame.contentFrame().getByText('查看更多').click();
  expect(await page.title()).toMatch(/^取证证书/);
  expect(new URL(page.url()).pathname).toContain(number);
  expect(opened).toEqual([]);
  // A request that the frame's policy refuses may be announced too, followed by its refusal: it never left the browser.
  const sent = () =>
    asked.filter((request) => isOfThePage(request.url()) && request.failure()?.errorText !== 'csp').map((request) => request.url());
  await expect.poll(sent).toEqual([]);
  expect(reached).toEqual([]);
});

/** Whether the captured page, rather than the console, may have requested an address. */
function isOfThePage(url: string): boolean {
  return url.endsWith('/pixel.png') || (!/^(?:data|blob|about):/.test(url) && !url.startsWith(installation.server.address));
}
