import { createCanvas, loadImage } from '@napi-rs/canvas';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { newCaptures } from '../../../../test/installation/factories/captures.ts';
import { evidenceMaker, sha256Of } from '../../../../test/installation/factories/evidence.ts';
import { grow, packageOf } from '../../../../test/installation/factories/package.ts';
import { pageCaptures } from '../../../../test/installation/factories/page-captures.ts';
import { startAuthority, type Authority } from '../../../../test/installation/servers/timestamp-authority.ts';
import { page, webSite } from '../../../../test/installation/servers/web-site.ts';
import { verifyPackage } from '../../../cli/verify/verify-package.ts';
import type { CaptureDetail } from '../../../contract/console/captures.ts';
import { drawMargin, marginRows } from '../../../domain/proof/marks/margin.ts';
import { makeMark } from '../../custody/marks/make-mark.ts';
import { requestDueTimestamps } from '../../custody/timestamps/stamping.ts';
import { storeFiles, succeed } from './finish.ts';
import { takeCapture, workerActor } from './queue.ts';
import { moveCapture } from './transitions.ts';

const installation = testApp();
const make = evidenceMaker(installation);
const captures = newCaptures(installation);
const pages = pageCaptures();
const site = webSite();
let authority: Authority;
let folder: string;
let admin: Awaited<ReturnType<typeof installation.signIn>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-marked-'));
  await make.open();
  authority = await startAuthority();
  admin = await installation.signIn('admin@example.com');
  await grow(installation);
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await authority?.stop();
  await rm(folder, { recursive: true, force: true });
});

const stamp = () => requestDueTimestamps(installation.db, 'checkpoints', { authority, most: 9 });
const marked = (change: Parameters<typeof pages.capture>[1] = {}, path = '/full') =>
  pages.capture(site.origin + path, { makeMark: () => makeMark({ db: installation.db, chain: null }), ...change });

/** Stores a captured page as evidence, as the worker does. */
async function stored({ captured }: Awaited<ReturnType<typeof marked>>): Promise<string> {
  const number = await captures.capture({ name: '有时间标记的网页' });
  const job = await takeCapture(installation.db, 'w', 60);
  if (job?.number !== number) throw new Error('another capture waits');
  await installation.db.transaction().execute(async (tx) => {
    await moveCapture(tx, job, 'queued', 'capturing', workerActor, { begun_at: new Date() });
    await moveCapture(tx, job, 'capturing', 'uploading', workerActor);
  });
  await succeed(installation.db, job, await storeFiles(installation.store, captured.files), captured, Buffer.alloc(32));
  await grow(installation);
  return number;
}
async function verified(number: string) {
  const path = join(folder, `${number}.zip`);
  await writeFile(path, await packageOf(installation, number));
  return verifyPackage(path, { tsaRootsPem: authority.rootsPem });
}
const reasonOf = ({ lines }: Awaited<ReturnType<typeof verified>>, label: string) => lines.find((line) => line.label === label);

describe('a capture with a mark', () => {
  it('without an authority and a witness is captured, and says 无法判断', async () => {
    const number = await stored(await marked());
    const report = await verified(number);
    expect(report.lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    expect(reasonOf(report, '时间夹逼成立')).toMatchObject({
      outcome: 'not-run',
      reason: expect.stringContaining('没有可信时间戳') as string,
    });
    const wrong = { environmentSources: { databaseTime: async () => new Date(Date.now() - 3_600_000) } };
    await expect(marked(wrong)).rejects.toThrow('清洁性检查未通过：系统时钟');
  });

  it('writes it into its log before the browser starts, and above its picture, which is the browser’s own below', async () => {
    await stamp();
    const { captured, read, log, events } = await marked();
    const hash = captured.bracket?.mark.hash ?? '';
    expect(log.slice(0, 5).map(({ event }) => event)).toEqual(['begin', 'mark', 'environment-check', 'clocks', 'browser']);
    expect(log[1]).toMatchObject({
      sha256: hash,
      code: captured.bracket?.mark.code,
      timestamp: expect.stringMatching(/^20.*Z$/) as string,
    });
    const { target, ...own } = captured.bracket?.clocks ?? { target: null };
    // The target's clock is that of the page's own answer, which comes later.
    expect(log[3]).toMatchObject({ ...own, ntp: 'unknown', target: null });
    expect(target).toMatch(/\.000Z$/);

    const [picture] = events('picture');
    const shot = await loadImage(await read('original-1.png'));
    expect([shot.width, shot.height]).toEqual([picture?.['width'], Number(picture?.['height']) + marginRows]);
    const canvas = createCanvas(shot.width, marginRows);
    const pen = canvas.getContext('2d');
    pen.drawImage(shot, 0, 0);
    const shown = pen.getImageData(0, 0, shot.width, marginRows).data.filter((_, at) => at % 4 === 0);
    expect(Buffer.from(shown).equals(Buffer.from(drawMargin(hash, shot.width)))).toBe(true);
    expect(events('margin')[0]).toMatchObject({ rows: marginRows, mark: hash });

    const number = await stored({ captured } as Awaited<ReturnType<typeof marked>>);
    await stamp();
    const report = await verified(number);
    expect(report.lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    for (const label of ['证据含有时间标记', '时间夹逼成立', '取证机时钟可以作为依据'])
      expect(reasonOf(report, label)).toMatchObject({ outcome: 'pass' });
    const { data } = await admin.get<CaptureDetail>('/api/webfor/getWebView', { baoquan: number });
    expect(data.sha256).toBe(sha256Of(await read('original-1.png')));
    expect(data.bracket).toMatchObject({ bound: true, text: expect.stringMatching(/^不早于 .*，不晚于 .*，相隔 /) as string });
  });

  it.each([
    ['made for telephones', '<meta name="viewport" content="width=device-width">', 390],
    ['made for computers', '', 980],
    ['that names its width', '<meta name="viewport" content="width=600">', 600],
    ['that begins magnified', '<meta name="viewport" content="width=device-width, initial-scale=2">', 390],
  ])('shows a page %s as a telephone with three pixels for each of the page', async (_, viewport, width) => {
    const asks = 'new Image().src = "/screen-" + devicePixelRatio + "-" + matchMedia("(min-resolution: 3dppx)").matches';
    const script = `<script>const tell = () => { ${asks} }; tell(); addEventListener("resize", tell);</script>`;
    site.on('/phone', page(`${viewport}<title>手机</title><h1>手机</h1>${'<p>一段文字</p>'.repeat(60)}${script}`));
    const before = site.asked.length;
    const { events, read } = await marked({ device: 'mobile' }, '/phone');
    const [picture] = events('picture');
    const shot = await loadImage(await read('original-1.png'));
    expect([picture?.['width'], shot.width]).toEqual([width, 3 * width]);
    expect(shot.height).toBe(3 * Number(picture?.['height']) + marginRows);
    expect([...new Set(site.asked.slice(before).filter((asked) => asked.startsWith('/screen')))]).toEqual(['/screen-3-true']);
  });

  it.each([
    ['two days slow', -172_800_000, '慢 2 天'],
    ['an hour fast', 3_900_000, '快 1 小时'],
  ])('on a machine %s is captured: its clock says so, and the bracket holds', async (_, offMs, words) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs });
    const page = await marked({ environmentSources: { databaseTime: async () => new Date(Date.now() - offMs) } });
    vi.useRealTimers();
    const number = await stored(page);
    await stamp();
    const report = await verified(number);
    expect(report.lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    expect(reasonOf(report, '时间夹逼成立')).toMatchObject({ outcome: 'pass' });
    expect(reasonOf(report, '取证机时钟可以作为依据')).toMatchObject({
      outcome: 'not-run',
      reason: expect.stringContaining(words) as string,
    });
  });

  it.each([
    ['/some.zip', 'original-1.zip', 'application/zip', []],
    ['/lazy.png', 'original-1.png', 'image/png', ['picture-1.png']],
  ])('of a file is that file, with its mark in the log: %s', async (path, main, mediaType, pictures) => {
    site.on('/some.zip', (_request, response) => response.writeHead(200, { 'content-type': 'application/zip' }).end('PK and more'));
    const { captured, read } = await pages.capture(site.origin + path, {
      accept: 'as_is',
      makeMark: () => makeMark({ db: installation.db, chain: null }),
    });
    expect(captured.files.map(({ name }) => name).filter((name) => name.startsWith('picture'))).toEqual(pictures);
    const number = await stored({ captured } as Awaited<ReturnType<typeof marked>>);
    const report = await verified(number);
    expect(report.lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
    expect(reasonOf(report, '证据含有时间标记')).toMatchObject({ outcome: 'pass' });
    const { data } = await admin.get<CaptureDetail>('/api/webfor/getWebView', { baoquan: number });
    expect(data).toMatchObject({ sha256: sha256Of(await read(main)), media_type: mediaType, replay: '', html: '', html_url: '' });
    expect(data.notes.map(({ code }) => code)).toEqual(['file']);
    expect(data.address).toContain('/');
    const preview = await admin.get<{ url: string }>('/api/webfor/preview', { baoquan: number });
    expect(preview.data.url === '').toBe(pictures.length === 0);
  });

  it('is captured without a mark where none can be made', async () => {
    const { captured, log, read, events } = await pages.capture(`${site.origin}/full`, { makeMark: async () => null });
    expect([captured.bracket, log[1]?.['sha256']]).toEqual([null, null]);
    const shot = await loadImage(await read('original-1.png'));
    expect(shot.height).toBe(events('picture')[0]?.['height']);
  });
});
