import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { media } from '../installation/factories/media.ts';
import { withFiles } from '../installation/factories/certificate.ts';
import { tool } from '../installation/tool.ts';
import { browserInstallation, wholeChromium } from './browser.ts';
import { intake, type Key } from './intake-client.ts';

const installation = browserInstallation({}, wholeChromium);
const poppler = tool('pdftotext');

interface Row {
  readonly baoquan: string;
  readonly userId: string;
  readonly isDownload: number;
}

/** Calls the API as the operator of a page. */
async function ask<Data>(page: Page, path: string): Promise<Data> {
  const token = await page.evaluate(() => sessionStorage.getItem('token') ?? '');
  const reply = await page.request.get(installation.server.address + path, { headers: { authorization: `Bearer ${token}` } });
  return ((await reply.json()) as { data: Data }).data;
}

const rowsOf = async (page: Page, status: number) =>
  (await ask<{ list: Row[] }>(page, `/api/ajax/data/getSaveDataList?type=1&status=${status}`)).list;

it('leads from the list to the certificate, whose hash is that of the downloaded file, and notes who downloaded', async () => {
  const page = await installation.signIn('notary@example.com');
  await page.goto(`${installation.server.address}/evidence/certificate`);
  const row = page.getByRole('row').filter({ hasText: '已上传' }).first();
  const opened = page.waitForEvent('popup');
  await row.getByText('查看详情').click();
  const certificate = await opened;
  const sheet = certificate.getByRole('article', { name: '电子数据存证证书' });
  await sheet.getByText('文件哈希 (SHA-256)').waitFor();
  expect(new URL(certificate.url()).pathname + new URL(certificate.url()).search).toMatch(
    /^\/certificate\/[0-9A-F]{32}\/\d+\?isDownload=1$/,
  );
  expect(await certificate.getByRole('navigation', { name: '面包屑' }).getByRole('link').textContent()).toBe('个人存证列表');

  // It is anchored by now, and shows how.
  await certificate.getByText('已由本机构日志锚定', { exact: true }).waitFor();
  await sheet.getByText('本机构存证日志的检查点大小（记录条数）').waitFor();

  // Each download says what it contains.
  const contents = await certificate.getByRole('list', { name: '下载', exact: true }).getByRole('listitem').allInnerTexts();
  expect(contents.map((text) => text.split('\n').filter((line) => line.trim() !== '').length)).toEqual([2, 2, 2, 2]);
  const download = certificate.waitForEvent('download');
  await certificate.getByRole('button', { name: '下载证据', exact: true }).click();
  const sha256 = createHash('sha256')
    .update(await readFile(await (await download).path()))
    .digest('hex');
  expect(await sheet.locator('.sheet-hash').first().textContent()).toBe(sha256);

  await certificate.getByRole('button', { name: '下载历史' }).click();
  const history = certificate.getByRole('dialog');
  for (const title of ['操作人', '操作时间', '证据编号']) await history.getByRole('columnheader', { name: title }).waitFor();
  await history.getByRole('cell', { name: '顾明远' }).first().waitFor();
  await certificate.keyboard.press('Escape');
  await history.waitFor({ state: 'detached' });

  await certificate.getByRole('button', { name: '打印证书' }).click();
  await certificate.getByText('确认打印该证书？').waitFor();
  await certificate.getByRole('button', { name: /确\s?定/ }).click();
  const printed = certificate.frameLocator('iframe[title^="存证证书-"]');
  await printed.getByText(sha256.slice(0, 8)).waitFor({ state: 'attached' });
  // Its QR code points to this machine: noted beside the sheet, at the start and by the doctor, but never on paper.
  expect(await certificate.getByRole('note').textContent()).toContain('二维码指向本机地址，其他设备无法打开');
  expect(await printed.getByText('本机地址').count()).toBe(0);
  expect(installation.server.output()).toMatch(
    /^Address {3}QR codes .* lead to http:\/\/127\.0\.0\.1:\d+, which no other device can open; set PUBLIC_URL\.$/m,
  );
  expect(await installation.server.admin('doctor').catch((error: Error) => error.message)).toMatch(
    /^warn public address: QR codes .*set PUBLIC_URL/m,
  );

  // The built-in explorer knows the file, also for a signed-in user.
  const explorer = certificate.waitForEvent('popup');
  await certificate.getByText('在日志浏览器中查询').click();
  await (await explorer).getByText('检查点根哈希').first().waitFor();
  // Both use the same term.
  await (await explorer).getByText('检查点大小', { exact: true }).first().waitFor();
});

/** Above and below each page's content stands the border, as far as 44 pt from the edge. */
const border = 44;

it.skipIf(poppler.isMissing)(
  `prints a long certificate within each page's border, and the seal whole beside a row${poppler.note}`,
  async () => {
    const page = await installation.signIn('notary@example.com');
    const [row] = (await rowsOf(page, 1)).filter(({ isDownload }) => isDownload === 1);
    await page.goto(`${installation.server.address}/certificate/${row?.baoquan}/${row?.userId}?isDownload=1`);
    await page.locator('.sheet .seal').waitFor();
    const longest = page.locator('.sheet dd').nth(1);
    const office = await page.locator('.sheet-office').innerText();
    const last = (await page.locator('.sheet dt').last().innerText()).trim();
    // The name grows line by line, so that the page ends at every height of the seal; the longest fills a page by itself.
    for (const lines of [...Array.from({ length: 14 }, (_, at) => 6 + 2 * at), 80]) {
      await longest.evaluate((cell, text) => (cell.textContent = text), '某'.repeat(30 * lines));
      const pages = await printedWords(page);
      const words = pages.flat();
      expect(words.filter(({ top, bottom }) => top < border || bottom > 841.89 - border)).toEqual([]);
      const day = words.find(({ text }) => /^\d{4}年\d+月\d+日$/.test(text));
      const [sealed] = pages.filter((one) => day && one.includes(day));
      expect(sealed?.map(({ text }) => text)).toEqual(expect.arrayContaining([office, last]));
      // The seal, 38 mm high, whole on its page.
      expect(sealed?.filter(({ text, top }) => text === office && day && Math.abs(top - day.top) < 50)).toHaveLength(1);
    }
  },
);

/** The words of each printed page. */
async function printedWords(page: Page) {
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  const { stdout } = await withFiles({ 'sheet.pdf': pdf }, 'pdftotext', ['-bbox', 'sheet.pdf', '-']);
  return stdout
    .split('<page ')
    .slice(1)
    .map((one) =>
      [...one.matchAll(/yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">([^<]*)</g)].map(([, top, bottom, text = '']) => ({
        top: Number(top),
        bottom: Number(bottom),
        text,
      })),
    );
}

it('gives what the server has, whatever the address claims', async () => {
  const page = await installation.signIn('notary@example.com');
  for (const [status, message, mark] of [
    [0, '证据缺失不可下载', '文件缺失'],
    [2, '证据上传中请稍后下载', '文件上传中'],
  ] as const) {
    const [row] = await rowsOf(page, status);
    await page.goto(`${installation.server.address}/certificate/${row?.baoquan}/${row?.userId}?isDownload=1`);
    // The sheet itself says so, on paper too, and has no seal.
    const sheet = page.getByRole('article', { name: '电子数据存证证书' });
    await sheet.getByText(mark, { exact: true }).first().waitFor();
    expect(await sheet.locator('.seal').count()).toBe(0);
    // Nothing can be downloaded, and beside each button stands why.
    for (const download of ['下载证据', '下载证书', '下载证据包'])
      expect(await page.getByRole('button', { name: download, exact: true }).isDisabled()).toBe(true);
    await expect.poll(() => page.getByText(message, { exact: true }).count()).toBe(3);
  }
});

it('lists the lost files in the state of the system, has them checked again, and says how a backup brings them back', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.goto(`${installation.server.address}/office/status`);
  const lost = page.getByRole('region', { name: '文件巡检' });
  const number = lost.getByRole('link').first();
  await number.waitFor();
  await lost.getByRole('row').filter({ hasText: '缺失' }).first().waitFor();
  await lost.getByRole('button', { name: '重新核对' }).click();
  await installation.message(page, '操作成功');
  // Each of them is checked within seconds; they are still lost.
  await expect.poll(() => lost.getByText('正在核对').count(), { timeout: 60_000 }).toBe(0);
  await lost.getByRole('row').filter({ hasText: '缺失' }).first().waitFor();
  await lost.getByRole('button', { name: '从备份恢复' }).click();
  await page.getByRole('dialog', { name: '从备份恢复' }).getByText('npm run admin -- store repair').waitFor();
  await page.keyboard.press('Escape');
  const opened = page.waitForEvent('popup');
  await number.click();
  expect(await (await opened).getByRole('button', { name: '下载证据', exact: true }).isDisabled()).toBe(true);
});

it.each([
  ['', ''],
  [' too long to be sent along with its certificate', `<!-- ${'-'.repeat(1_200_000)} -->`],
])('shows a hostile page of evidence%s, and nothing in it acts', async (_, padding) => {
  const page = await installation.signIn('admin@example.com');
  const [holder] = await rowsOf(page, 1);
  const client = JSON.parse(await installation.server.admin('client', 'create', '--name', '存证网关')) as Key;
  const hostile = `<!doctype html><title>x</title><p>侵权页面原文</p>
    <script>document.body.append('脚本已执行'); parent.document.title = '被改写'; top.location = 'about:blank';
      fetch('/api/User/getAdminInfo'); open('about:blank')</script>
    <img src="https://evil.example/pixel" onerror="document.body.append('脚本已执行')"><svg
      onload="document.body.append('脚本已执行')"></svg>
    <meta http-equiv="refresh" content="0;url=https://evil.example/">${padding}`;
  const form = new FormData();
  for (const [name, value] of Object.entries({
    unique_id: `e2e-hostile${padding.length}`,
    user_id: holder?.userId ?? '',
    title: '侵权页面<img src=x onerror=alert(1)>',
  }))
    form.append(name, value);
  form.append('file', new File([hostile], '页面.html', { type: 'text/html' }));
  const kept = await intake(installation.server.address, client, 'POST', '/open/v1/evidence', form);
  expect(kept).toMatchObject({ status: 200 });

  const strangers: string[] = [];
  page.on(
    'request',
    (request) =>
      !request.url().startsWith(installation.server.address) &&
      !/^(?:data|blob|about):/.test(request.url()) &&
      strangers.push(request.url()),
  );
  page.on('popup', () => strangers.push('popup'));
  const number = String(kept.body['baoquan']);
  await page.goto(`${installation.server.address}/certificate/${number}/${holder?.userId}?isDownload=1`);
  const frame = page.locator('.certificate-side iframe');
  await frame.waitFor();
  expect(await frame.getAttribute('sandbox')).toBe('');
  await page.getByText('已由本机构日志锚定', { exact: true }).waitFor();
  expect(await page.title()).toMatch(/^存证证书/);
  expect(new URL(page.url()).pathname).toContain(number);
  const shown = await frame.contentFrame().locator('body').innerText();
  expect(shown).toContain('侵权页面原文');
  expect(shown).not.toContain('脚本已执行');
  await page.getByText('侵权页面<img src=x onerror=alert(1)>').first().waitFor();

  // Opened directly it is just as inert.
  const { preview_url } = await ask<{ preview_url: string }>(page, `/api/data/saveDataDetail?baoquan=${number}`);
  const alone = await page.context().newPage();
  alone.on('popup', () => strangers.push('popup'));
  const reply = await alone.goto(installation.server.address + preview_url, { waitUntil: 'commit' });
  expect(reply?.headers()['content-security-policy']).toMatch(/^sandbox;/);
  expect(strangers).toEqual([]);
});

it('has a recording whose link is over at its place again with a fresh one, and puts no opening on the trail for that', async () => {
  const page = await installation.signIn('admin@example.com');
  const [holder] = await rowsOf(page, 1);
  const client = JSON.parse(await installation.server.admin('client', 'create', '--name', '录音网关')) as Key;
  const form = new FormData();
  for (const [name, value] of Object.entries({ unique_id: 'e2e-long', user_id: holder?.userId ?? '', title: '一小时录音', isApp: '2' }))
    form.append(name, value);
  // Longer than what a browser reads ahead: its end is requested only when it is played.
  form.append('file', new File([new Uint8Array(media.wav(3_600))], '录音.wav', { type: 'audio/wav' }));
  const kept = await intake(installation.server.address, client, 'POST', '/open/v1/evidence', form);
  expect(kept).toMatchObject({ status: 200 });
  const number = String(kept.body['baoquan']);
  await page.goto(`${installation.server.address}/certificate/${number}/${holder?.userId}?isDownload=1`);
  await page.getByText('已由本机构日志锚定', { exact: true }).waitFor();
  const player = page.locator('.certificate-side iframe').contentFrame().locator('audio');
  const state = () =>
    player.evaluate((found) =>
      found instanceof HTMLAudioElement ? { src: found.src, place: found.currentTime, isReady: found.readyState >= 2 } : null,
    );
  await expect.poll(async () => (await state())?.isReady).toBe(true);
  const first = (await state())?.src ?? '';
  const openings = async () =>
    (
      await ask<{ list: { object: string }[] }>(page, `/api/ajax/trail/getList?action=${encodeURIComponent('查看存证')}&limit=100`)
    ).list.filter(({ object }) => object === `evidence/${number}`).length;
  expect(await openings()).toBe(1);

  // A quarter of an hour later the server refuses the link.
  const over: string[] = [];
  await page.route(first, (route) => {
    over.push(route.request().headers()['range'] ?? '');
    return route.fulfill({ status: 404 });
  });
  const renewed = page.waitForRequest(
    (request) => request.url().includes('/api/data/saveDataDetail') && request.headers()['x-background'] === '1',
  );
  await player.evaluate((found) => {
    if (found instanceof HTMLAudioElement) found.currentTime = 3_000;
  });
  await renewed;
  await expect
    .poll(async () => {
      const now = await state();
      return now !== null && now.src !== first && now.isReady && now.place >= 3_000;
    })
    .toBe(true);
  expect(over.length).toBeGreaterThan(0);
  expect(await openings()).toBe(1);
});
