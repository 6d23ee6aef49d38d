import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { RecordingRow, RecordingView } from '../../src/contract/console/recordings.ts';
import { encodePreviewLink } from '../../src/domain/kit/text/preview-link.ts';
import { browserInstallation } from './browser.ts';

const installation = browserInstallation();
const pictures = process.env['PICTURES'];

async function phone(path: string): Promise<{ page: Page; outside: string[]; referers: (string | undefined)[] }> {
  const context = await installation.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
  });
  const page = await context.newPage();
  const outside: string[] = [];
  const referers: (string | undefined)[] = [];
  page.on('request', (request) => {
    referers.push(request.headers()['referer']);
    if (!request.url().startsWith(installation.server.address) && !request.url().startsWith('data:')) outside.push(request.url());
  });
  page.on('pageerror', (error) => installation.complaints.push(error.message));
  await page.goto(installation.server.address + path);
  return { page, outside, referers };
}

async function shot(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** The share address of a demo recording whose file has this type. */
async function recordingOf(type: 1 | 3, mediaType: string): Promise<{ number: string; address: string; seconds: number }> {
  const page = await installation.signIn('admin@example.com');
  const token = await page.evaluate(() => document.cookie.replace(/^.*token=([^;]*).*$/, '$1'));
  const ask = async <Data>(path: string): Promise<Data> =>
    ((await (await fetch(installation.server.address + path, { headers: { authorization: `Bearer ${token}` } })).json()) as { data: Data })
      .data;
  const { list } = await ask<{ list: RecordingRow[] }>(`/api/ajax/evidence/getProList?type=${type}&status=SUCCESS&limit=100`);
  for (const { attestation_id, time_length: seconds } of list) {
    const view = await ask<RecordingView>(`/api/evidence/getProView?baoquan=${attestation_id}`);
    if (view.media_type === mediaType) return { number: attestation_id, address: view.ossUrl, seconds };
  }
  throw new Error(`the demo has no ${mediaType}`);
}

it('asks for the phone to be turned, counts to three, and plays the video, which can be sought', async () => {
  const { address, seconds } = await recordingOf(1, 'video/mp4');
  const { page, outside, referers } = await phone(`/mobile/previewProgress/${encodePreviewLink(address)}`);
  await page.getByText('请将手机横屏观看').waitFor();
  expect(await page.locator('video').count()).toBe(0);
  await shot(page, 'countdown');
  const video = page.locator('video[controls]');
  await video.waitFor();
  await expect.poll(() => video.evaluate((media) => (media instanceof HTMLVideoElement ? media.readyState : 0))).toBeGreaterThanOrEqual(2);
  const sought = await video.evaluate(async (media) => {
    if (!(media instanceof HTMLVideoElement)) return null;
    media.pause();
    const done = new Promise((resolve) => media.addEventListener('seeked', resolve, { once: true }));
    media.currentTime = 5;
    await done;
    return [Math.round(media.currentTime), Math.round(media.duration)];
  });
  expect(sought).toEqual([5, seconds]);
  expect([await page.title(), await video.getAttribute('aria-label')]).toEqual(['取证录像', '取证录像']);
  // The address of the storage has expired meanwhile: the recording is opened again, and continues at the same position.
  await video.evaluate(async (media) => {
    const opened = new Promise((resolve) => media.addEventListener('loadedmetadata', resolve, { once: true }));
    media.dispatchEvent(new Event('error'));
    await opened;
  });
  await expect
    .poll(() => video.evaluate((media) => (media instanceof HTMLVideoElement && media.readyState >= 2 ? media.currentTime : 0)))
    .toBeGreaterThanOrEqual(5);
  await shot(page, 'video');
  expect(outside).toEqual([]);
  expect(referers.filter((referer) => referer !== undefined && referer !== '')).toEqual([]);
});

it('shows a picture, also one that a phone recorded, and plays sound', async () => {
  const picture = (await recordingOf(3, 'image/jpeg')).address;
  for (const path of ['previewImg', 'previewProgress']) {
    const { page } = await phone(`/mobile/${path}/${encodePreviewLink(picture)}`);
    const image = page.getByAltText('取证图片');
    await expect
      .poll(() => image.evaluate((media) => (media instanceof HTMLImageElement ? media.naturalWidth : 0)), { timeout: 120_000 })
      .toBe(720);
    expect(await page.title()).toBe('取证图片');
    await shot(page, path);
  }
  const { page } = await phone(`/mobile/previewProgress/${encodePreviewLink((await recordingOf(3, 'audio/wav')).address)}`);
  await expect
    .poll(() => page.locator('video').evaluate((media) => (media instanceof HTMLVideoElement ? media.duration : 0)), { timeout: 120_000 })
    .toBeGreaterThan(3);
  await page.getByLabel('取证录音', { exact: true }).waitFor();
  expect(await page.title()).toBe('取证录音');
});

it('says whose picture it is and where to verify it, and enlarges it', async () => {
  const { number, address } = await recordingOf(3, 'image/jpeg');
  const { page } = await phone(`/mobile/previewImg/${encodePreviewLink(address)}`);
  const warned: string[] = [];
  page.on('console', (message) => ['warning', 'error'].includes(message.type()) && warned.push(message.text()));
  const facts = page.getByRole('region', { name: '证据信息' });
  await facts.getByText(number, { exact: true }).waitFor();
  await facts.getByText(/移动端取证\s+20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/).waitFor();
  const image = page.getByAltText('取证图片');
  const width = async () => Math.round((await image.boundingBox())?.width ?? 0);
  await expect.poll(width, { timeout: 60_000 }).toBe(390);
  const larger = page.getByRole('button', { name: '放大' });
  for (const grown of [585, 780]) {
    await larger.click();
    await expect.poll(width).toBe(grown);
  }
  // The page itself stays as wide as the phone.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByText('200%').waitFor();
  await shot(page, 'zoomed');
  expect(await facts.getByRole('link', { name: '审查说明' }).getAttribute('href')).toBe(`${new URL(address).pathname}/dossier`);
  await facts.getByRole('link', { name: '核验' }).click();
  await page.waitForURL(`**/verify?number=${number}`);
  // The picture alone, as the printed address gives it.
  await page.goto(address);
  await page.goto(`${address}/dossier`);
  await page.getByText(number).first().waitFor();
  expect(warned).toEqual([]);
});

it('says what is so when the server refuses or fails, which is not the network', async () => {
  const { address } = await recordingOf(3, 'image/jpeg');
  for (const [status, words] of [
    [429, '请求过于频繁，请稍后再试'],
    [500, '服务暂时不可用，请稍后再试'],
  ] as const) {
    const { page } = await phone('/mobile/previewImg/x');
    await page.route(address, (route) => route.fulfill({ status, body: '' }));
    await page.goto(`${installation.server.address}/mobile/previewImg/${encodePreviewLink(address)}`);
    await page.getByText(words).waitFor();
    await page.unroute(address);
    await page.getByRole('button', { name: '重试' }).click();
    await page.getByAltText('取证图片').waitFor();
    // The first call of the page, too.
    await page.route('**/open/v1/preview-hosts', (route) => route.fulfill({ status, body: '' }));
    await page.reload();
    await page.getByText(words).waitFor();
    await page.context().close();
  }
});

it('opens nothing for an address that is not ours, and asks nobody for it (33, 34)', async () => {
  const { address } = installation.server;
  const bad = [
    'javascript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    '//evil.example/x',
    'https://evil.example/x.png',
    `${address.replace('http://', 'http://evil.example@')}/s/x`,
    'http://169.254.169.254/latest/meta-data',
    `${address}/api/user/logout`,
    `${address}/s/${'A'.repeat(43)}`,
  ];
  for (const link of [...bad.map((text) => encodePreviewLink(text)), 'nothing']) {
    const { page, outside } = await phone(`/mobile/previewImg/${link}`);
    await page.getByText('链接无效').waitFor();
    expect(outside).toEqual([]);
    await page.context().close();
  }
  const { page } = await phone('/mobile/previewProgress/x');
  await page.getByText('链接无效').waitFor();
  await shot(page, 'invalid');
});

it('says of a recording that is there why it is not played, and lets one that played go on', async () => {
  const { address } = await recordingOf(1, 'video/mp4');
  const path = `/mobile/previewProgress/${encodePreviewLink(address)}`;
  const { page } = await phone(path);
  await page.route(address, (route) =>
    route.request().method() === 'HEAD'
      ? route.fallback()
      : route.fulfill({ contentType: 'video/mp4', body: 'of a kind that no browser knows' }),
  );
  await page.getByText('此浏览器无法播放该录像').waitFor();
  await shot(page, 'undecodable');
  const sound = (await recordingOf(3, 'audio/wav')).address;
  const { page: silent } = await phone(`/mobile/previewProgress/${encodePreviewLink(sound)}`);
  await silent.route(sound, (route) =>
    route.request().method() === 'HEAD'
      ? route.fallback()
      : route.fulfill({ contentType: 'audio/wav', body: 'of a kind that no browser knows' }),
  );
  await silent.getByText('此浏览器无法播放该录音').waitFor();
  await page.unroute(address);
  await page.route(address, (route) => route.abort());
  await page.reload();
  await page.getByText('网络异常').waitFor();
  await page.unroute(address);
  await page.getByRole('button', { name: '重试' }).click();
  const video = page.locator('video');
  await video.waitFor();
  const state = () => video.evaluate((media) => (media instanceof HTMLVideoElement ? media.readyState : 0));
  await expect.poll(state).toBeGreaterThanOrEqual(2);
  // Opened again once; if that fails too, the viewer gets a message.
  await page.route(address, (route) => route.abort());
  await video.evaluate((media) => media.dispatchEvent(new Event('error')));
  await page.getByText('播放中断').waitFor();
  await shot(page, 'broken');
  await page.unroute(address);
  await page.getByRole('button', { name: '重试' }).click();
  await expect.poll(state).toBeGreaterThanOrEqual(2);
  expect(await page.getByText('播放中断').count()).toBe(0);
});

it('shows nothing any more once the address was revoked on the command line', async () => {
  const { number, address } = await recordingOf(3, 'image/jpeg');
  expect((await fetch(address)).status).toBe(200);
  expect(await installation.server.admin('share', 'revoke', number)).toContain('revoked');
  const { page } = await phone(`/mobile/previewImg/${encodePreviewLink(address)}`);
  await page.getByText('链接无效').waitFor();
  expect(await installation.server.admin('share', 'renew', number)).toContain('open');
  expect((await fetch(address)).status).toBe(404);
});

it('sends whoever is signed in to his own pages', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.goto(`${installation.server.address}/mobile/previewImg/x`);
  await page.waitForURL('**/user/enterprise');
});
