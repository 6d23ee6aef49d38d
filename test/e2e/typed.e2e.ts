import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { formatDay } from '../../src/domain/kit/text/time.ts';
import { readingInstallation } from './browser.ts';

const installation = readingInstallation();
const shots = process.env['SHOTS'];
async function shot(page: Page, name: string): Promise<void> {
  if (shots === undefined) return;
  await mkdir(shots, { recursive: true });
  await page.screenshot({ path: `${shots}/${name}.png` });
}

async function signInOn(page: Page): Promise<void> {
  await page.getByPlaceholder('请输入帐号').fill('\u202dadmin@example.com\u202c ');
  await page.getByPlaceholder('请输入密码').fill('Demo2026');
  await page.getByPlaceholder('请输入验证码').fill('ｔｅｓｔ');
  await page.getByRole('button', { name: /登\s?录/ }).click();
  await page.getByText('退出登录').waitFor();
}

// https://github.com/rust-lang/crates.io/issues/47, https://github.com/tomayac/SVGcode/issues/86, mitodl/micromasters#2256
it('signs in and verifies in a browser that refuses storage, and says what will not work', async () => {
  const page = await installation.open('/verify');
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, { get: refuse });
    Object.defineProperty(window, 'BroadcastChannel', { value: refuse });
    Object.defineProperty(document, 'cookie', { get: () => '', set() {} });
    Object.defineProperty(navigator, 'cookieEnabled', { get: () => false });
  });
  await page.reload();
  await page.getByText('存证编号').first().waitFor();
  await shot(page, 'verify-blocked');
  await page.goto(`${installation.server.address}/login`);
  await page.getByText('浏览器禁止了本网站的 Cookie 或本地存储').waitFor();
  await shot(page, 'login-blocked');
  await signInOn(page);
  await page.getByText(/共 \d+ 条/).waitFor();
  await shot(page, 'console-blocked');
});

it('signs in where the storage is full', async () => {
  const page = await installation.open('/login');
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.reload();
  await signInOn(page);
  await page.getByText(/共 \d+ 条/).waitFor();
});

it('takes days from Shanghai by the server’s clock', async () => {
  const page = await (
    await installation.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN', timezoneId: 'America/Los_Angeles' })
  ).newPage();
  page.setDefaultTimeout(300_000);
  // immich-app/immich#24864: another zone, and a clock that is a year behind.
  await page.clock.setSystemTime(Date.now() - 365 * 86_400_000);
  await page.goto(`${installation.server.address}/login`);
  await signInOn(page);
  await page.getByText(/共 \d+ 条/).waitFor();
  const today = formatDay(new Date());
  for (const [preset, from] of [
    ['今天', today],
    ['本月', `${today.slice(0, 7)}-01`],
  ] as const) {
    await page.getByPlaceholder('开始日期').first().click();
    await page.locator('.ant-picker-presets').getByText(preset, { exact: true }).locator('visible=true').click();
    await page.getByRole('button', { name: '查询' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('registtime')).toBe(`${from} - ${today}`);
  }
  await page.getByPlaceholder('开始日期').first().click();
  await expect.poll(() => page.locator('.ant-picker-cell-today').first().getAttribute('title')).toBe(today);
});

it.each([
  ['2026/1/1', '2026/11/15'],
  ['２０２６－０１－０１', '20261115'],
  ['2026年1月1日', '2026年11月15日'],
  [' 2026-01-01 ', '２０２６年１１月１５日'],
  ['2026.1.1', '2026-11-15 '],
  ['2026-01-01 09:30:00', '2026年11月15日星期日'],
])('takes the days %j and %j in a filter, whole or typed letter by letter', async (from, until) => {
  const page = await installation.signIn('admin@example.com');
  await page.getByText(/共 \d+ 条/).waitFor();
  for (const write of ['fill', 'pressSequentially'] as const) {
    const [start, end] = [page.getByPlaceholder('开始日期').first(), page.getByPlaceholder('结束日期').first()];
    await start.click();
    await start[write](from);
    await start.press('Enter');
    await end[write](until);
    await end.press('Enter');
    await page.getByRole('button', { name: '查询' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('registtime')).toBe('2026-01-01 - 2026-11-15');
    await expect.poll(async () => [await start.inputValue(), await end.inputValue()]).toEqual(['2026-01-01', '2026-11-15']);
    await page.getByRole('button', { name: '重置' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('registtime')).toBe(null);
  }
});

it.each([
  ['2026-01-01 09:30', '2026-11-15 18:00', '2026-01-01 09:30:00 - 2026-11-15 18:00:59'],
  ['2026-01-01T09:30', '2026/11/15 18:00:07', '2026-01-01 09:30:00 - 2026-11-15 18:00:07'],
  ['2026年1月1日', '２０２６－１１－１５', '2026-01-01 00:00:00 - 2026-11-15 23:59:59'],
])('takes the times %j and %j in a filter, and in an address', async (from, until, range) => {
  const page = await installation.signIn('admin@example.com');
  const orders = `${installation.server.address}/money/just`;
  await page.goto(orders);
  await page.getByText(/共 \d+ 条/).waitFor();
  const [start, end] = [page.getByPlaceholder('开始时间').first(), page.getByPlaceholder('结束时间').first()];
  for (const write of ['fill', 'pressSequentially'] as const) {
    await start.click();
    await start[write](from);
    await start.press('Enter');
    await end[write](until);
    await end.press('Enter');
    await page.getByRole('button', { name: '查询' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('datetime')).toBe(range);
    await page.getByRole('button', { name: '重置' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('datetime')).toBe(null);
  }
  await page.goto(`${orders}?${new URLSearchParams({ datetime: `${from} - ${until}` }).toString()}`);
  await page.getByText(/共 \d+ 条/).waitFor();
  await expect.poll(async () => `${await start.inputValue()} - ${await end.inputValue()}`).toBe(range);
  await expect.poll(() => page.getByText('日期范围无效').count()).toBe(0);
});

it('leaves Enter to the input method, also where Safari reports it after the composition', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /搜索/ });
  await field.fill('角色');
  await page.getByRole('option').first().waitFor();
  const before = page.url();
  const enter = (more: object) =>
    field.evaluate(
      (input, init) => input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init })),
      more,
    );
  // https://github.com/open-webui/open-webui/issues/26184, https://github.com/payloadcms/payload/issues/17138
  await enter({ keyCode: 229 });
  await enter({ isComposing: true, keyCode: 13 });
  await page.waitForTimeout(500);
  expect(page.url()).toBe(before);
  await enter({ keyCode: 13 });
  await expect.poll(() => page.url()).not.toBe(before);
});

it('finds a pasted number in a filter, in Ctrl+K and on /verify, and a marked number copies whole', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.goto(`${installation.server.address}/evidence/EnterpriseCertificate`);
  const cell = page.locator('.cell-hash').first();
  const number = (await cell.getAttribute('data-full')) ?? '';
  expect(number).toMatch(/^[0-9A-F]{32}$/);
  // filamentphp/filament#18509, Ivy-Interactive/Ivy-Framework#4570: what is marked is what is copied.
  await cell.locator('span').first().dblclick();
  expect(await page.evaluate(() => String(getSelection()).trim())).toBe(number);
  await shot(page, 'marked');
  const groups = number.replaceAll(/(.{4})/g, '$1 ');
  for (const pasted of [groups, `\u202d${number}\u202c`, number.slice(-8), `“${number.toLowerCase()}”`]) {
    await page.getByPlaceholder(/编号/).first().fill(pasted);
    await page.getByRole('button', { name: '查询' }).click();
    await page.getByText('共 1 条').waitFor();
    expect(await page.locator('.cell-hash').first().getAttribute('data-full')).toBe(number);
    await shot(page, `filter-${pasted.length}`);
    await page.getByRole('button', { name: '重置' }).click();
    await page.getByText('共 1 条').waitFor({ state: 'detached' });
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /搜索/ }).fill(groups);
  await page.getByRole('option').filter({ hasText: number }).waitFor();
  await shot(page, 'palette');
  await page.goto(`${installation.server.address}/verify`);
  await page
    .getByLabel(/存证编号/)
    .first()
    .fill(`证书编号：${groups}\u200b`);
  await page
    .getByRole('button', { name: /核验|查询/ })
    .first()
    .click();
  await page.getByText('编号有效').first().waitFor();
  await shot(page, 'verify');
});
