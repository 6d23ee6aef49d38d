import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { browserHouse } from './browser.ts';

const house = browserHouse();
const kept = Buffer.from('保存的文件');
const sha256 = createHash('sha256').update(kept).digest('hex');
const number = 'AB'.repeat(16);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-verify-'));
  await writeFile(join(folder, 'kept.txt'), kept);
  await writeFile(join(folder, 'changed.txt'), Buffer.concat([kept, Buffer.from('x')]));
  await writeFile(join(folder, 'large.bin'), Buffer.alloc(300_000_000));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The office's answers: what it says of one number and one hash. Everything that the page sends is kept. */
async function opened(result: 'match' | 'pending', path = '/verify'): Promise<{ page: Page; sent: string[] }> {
  const page = await house.open('/login');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  const file = { role: 'original', sha256, sm3: '0'.repeat(64), size: kept.length };
  const anchored = { checkpoint: '7', anchored_at: '2026-01-01 08:00:01', anchor_kind: 'log', blockchain_hash: 'cd'.repeat(32), block_height: '7', chain_time: '2026-01-01 08:00:01' };
  const waiting = { checkpoint: null, anchored_at: null, anchor_kind: null, blockchain_hash: null, block_height: null, chain_time: null };
  const none = { result: 'none', number: null, saveTime: null, files: [], ...waiting, proof: null };
  await page.route('**/open/v1/verify?*', async (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const isKnown = asked.get('number') === number || asked.get('sha256') === sha256;
    const known = { result, number: asked.get('number'), saveTime: '2026-01-01 08:00:00', files: [file], ...(result === 'match' ? anchored : waiting), proof: null };
    await route.fulfill({ json: isKnown ? known : none });
  });
  await page.goto(house.server.address + path);
  return { page, sent };
}
const verdict = (page: Page, title: string) => page.getByRole('region', { name: '核验结果' }).getByRole('heading', { name: title, exact: true }).waitFor();
const choose = (page: Page, name: string) => page.getByLabel('选择文件').setInputFiles(join(folder, name));

it('says 一致, 不一致, 未找到 and 待锚定, over number and file together, and sends no byte of the file', async () => {
  const { page, sent } = await opened('match');
  await choose(page, 'kept.txt');
  await verdict(page, '一致');
  await choose(page, 'changed.txt');
  await verdict(page, '未找到');
  await page.getByLabel('存证编号').fill(number.toLowerCase());
  await page.getByRole('button', { name: '核验' }).click();
  await verdict(page, '不一致');
  await choose(page, 'kept.txt');
  await verdict(page, '一致');
  await page.getByLabel('存证编号').fill('FF'.repeat(16));
  await page.getByRole('button', { name: '核验' }).click();
  await verdict(page, '未找到');
  await page.getByLabel('存证编号').fill('123');
  await page.getByRole('button', { name: '核验' }).click();
  await page.getByText('存证编号为32位').waitFor();
  expect(sent.filter((line) => !line.startsWith(house.server.address) || line.includes('保存的文件') || /POST/.test(line))).toEqual([]);
  const pending = await opened('pending', `/verify?number=${number}`);
  await verdict(pending.page, '待锚定');
  await choose(pending.page, 'changed.txt');
  await verdict(pending.page, '不一致');
}, 60_000);

it('hashes a large file in steps that are shown and can be cancelled, while the page answers', async () => {
  const { page } = await opened('match');
  await choose(page, 'large.bin');
  await page.getByRole('progressbar').waitFor();
  await page.getByLabel('存证编号').fill('typing goes on');
  await page.getByRole('button', { name: '取消' }).click();
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  expect(await page.getByRole('region', { name: '核验结果' }).count()).toBe(0);
}, 60_000);
