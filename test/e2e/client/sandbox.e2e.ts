import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NotaryClient } from '../../../src/client/client.ts';
import { verifyPackage } from '../../../src/client/verify.ts';
import { sandboxWords } from '../../../src/domain/proof/evidence/sandbox.ts';
import { hashPassword } from '../../../src/server/access/session/sign-in.ts';
import { picture } from '../../installation/intake.ts';
import { freePort, startInVain, startServer, type RunningServer } from '../../installation/servers/running-server.ts';
import { launch } from '../browser.ts';
import { addPlatform, inDatabase } from '../platform.ts';

let server: RunningServer;
let browser: Browser;
let client: NotaryClient;
let folder: string;
let environment: Record<string, string> = {};
let [number, userId] = ['', ''];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-sandbox-'));
  environment = { DATA_DIR: join(folder, 'data'), PORT: String(await freePort()), SANDBOX: '1', SANDBOX_DELAY_SECONDS: '1', DEMO: '0' };
  server = await startServer(environment);
  browser = await launch();
  const { key } = await inDatabase(environment['DATA_DIR'] ?? '', addPlatform);
  client = new NotaryClient({ baseUrl: server.address, appId: key.app_id, securityKey: key.security_key });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

let registered = 0;
async function register(name: string): Promise<string> {
  const { user_id } = await client.createUser({ type: 1, mobile: `1000000010${(registered += 1)}`, name });
  const pictures = { author_front: picture('red'), author_back: picture('green'), author_hand: picture('blue') };
  const card = { name, contact_idcard: '990000199001011234', address: '某市某路1号' };
  await client.submitVerification({ user_id, ...card, ...pictures });
  return user_id;
}

/** The bar is at the top of the page, above everything else. */
async function expectMark(page: Page): Promise<void> {
  const mark = page.getByRole('note').filter({ hasText: sandboxWords });
  await mark.waitFor();
  expect(await mark.boundingBox()).toMatchObject({ x: 0, y: 0, height: 28 });
  const isOnTop = await mark.evaluate((element) => document.elementFromPoint(200, 14) === element);
  expect([page.url(), isOnTop]).toEqual([page.url(), true]);
}

const beforeBody = (page: Page) => page.evaluate(() => getComputedStyle(document.body, '::before').content);

it('says at its start what it is', () => {
  expect(server.output()).toContain('Sandbox   SANDBOX=1: reviews, payments and applications decide themselves.');
  expect(server.output()).not.toContain('Accounts  ');
});

it('approves a user, refuses another, keeps evidence, and gives a package that is taken for nothing', async () => {
  const refused = await register('李四不通过');
  userId = await register('张三');
  await client.waitFor({ type: 'user.rejected', user_id: refused });
  await client.waitFor({ type: 'user.approved', user_id: userId });
  await writeFile(join(folder, 'contract.pdf'), '%PDF-1.4 合同');
  const kept = await client.createEvidence({ user_id: userId, title: '合同', file: join(folder, 'contract.pdf') });
  number = kept.baoquan;
  expect(await client.getUser({ user_id: userId })).toMatchObject({ points: 99_999 });
  await client.waitFor({ type: 'evidence.anchored', baoquan: number });
  const answer = await client.getPackage({ baoquan: number });
  if (answer.state !== 'ready') throw new Error(answer.state);
  const path = join(folder, 'package.zip');
  await answer.saveTo(path);
  const { log, office } = await client.publishedKeys();
  expect([log.origin, office]).toEqual(['localhost/sandbox-log', '公证处电子存证平台（测试）']);
  expect(await verifyPackage(path, { logKey: log.vkey })).toMatchObject({ verdict: 'mismatch', summary: sandboxWords });
  expect(await verifyPackage(path, { logKey: log.vkey, allowSandbox: true })).toMatchObject({ verdict: 'match' });
});

it('bears its words on every open page', async () => {
  const page = await browser.newPage();
  for (const path of ['/login', '/verify', '/explorer/search', '/mobile/previewImg', '/open/docs', '/open/docs/calls', '/api/docs']) {
    await page.goto(server.address + path);
    if (path.startsWith('/open/docs')) expect(await page.locator('p.sandbox-notice').textContent()).toBe(sandboxWords);
    else if (path === '/api/docs') expect(await beforeBody(page)).toBe(`"${sandboxWords}"`);
    else await expectMark(page);
  }
  await page.goto(`${server.address}/verify?number=${number}`);
  await page.getByRole('button', { name: '核验' }).click();
  await page.getByRole('region', { name: '核验结果' }).getByText(sandboxWords, { exact: true }).waitFor();
  await page.close();
});

it('bears them in the console, and across a certificate on the screen and on paper', async () => {
  const account = { username: 'admin@office.example', realname: '王管理', mobile: '', role_id: '1' };
  const password_hash = await hashPassword('Sand2026box');
  await inDatabase(environment['DATA_DIR'] ?? '', (db) =>
    db
      .insertInto('account')
      .values({ ...account, password_hash })
      .execute(),
  );
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  await page.goto(`${server.address}/login`);
  await page.getByPlaceholder('请输入帐号').fill('admin@office.example');
  await page.getByPlaceholder('请输入密码').fill('Sand2026box');
  await page.getByPlaceholder('请输入验证码').fill('test');
  await page.getByRole('button', { name: /登\s?录/ }).click();
  await page.getByText('退出登录').waitFor();
  await expectMark(page);
  await page.goto(`${server.address}/certificate/${number}/${userId}`);
  const sheet = page.getByRole('article', { name: '电子数据存证证书' });
  await sheet.locator('.sheet-mark').waitFor();
  expect(await sheet.locator('.sheet-mark span').allTextContents()).toEqual([sandboxWords, sandboxWords, sandboxWords]);
  await expectMark(page);
  expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
  await page.close();
});

it('is refused as an installation that counts, in words', async () => {
  await server.stop();
  const { code, output } = await startInVain({ ...environment, SANDBOX: '0' });
  expect(code).toBe(1);
  expect(output).toContain('This database was made with SANDBOX=1: what it holds proves nothing, now and later.');
  server = await startServer(environment);
  expect(server.output()).toContain('Sandbox   ');
});
