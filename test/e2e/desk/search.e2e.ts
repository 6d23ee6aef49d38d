import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { readingInstallation } from '../browser.ts';

const installation = readingInstallation();
const field = (page: Page) => page.getByRole('combobox', { name: /搜索/ });
const options = (page: Page) => page.getByRole('option');

/** Rows of a list, requested as the page's operator. */
async function rowsOf(page: Page, path: string, fields: Record<string, string>): Promise<Record<string, string>[]> {
  return page.evaluate(
    async (url) => {
      const token = document.cookie.replace(/^.*token=([^;]*).*$/, '$1');
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      return ((await answer.json()) as { data: { list: Record<string, string>[] } }).data.list;
    },
    `${path}?${new URLSearchParams(fields)}`,
  );
}

it('leads from a number on the desk to its record, and from there to an act, by keyboard alone', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.getByText(/共 \d+ 条/).waitFor();
  const [user] = await rowsOf(page, '/api/ajax/user/getUserList', { type: '2', status: '3' });
  const mobile = user?.['mobile'] ?? '';

  // It opens from within a field, and returns the focus to it.
  const keyword = page.getByPlaceholder('名称或手机号');
  await keyword.focus();
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  await expect.poll(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await field(page).waitFor({ state: 'detached' });
  expect(await keyword.evaluate((input) => input === document.activeElement)).toBe(true);

  // A pasted number and an immediate Enter: the palette waits for the answer.
  await page.keyboard.press('Control+k');
  await field(page).fill(`${mobile.slice(0, 3)} ${mobile.slice(3, 7)} ${mobile.slice(7)}`);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/user\/Detail\/\d+$/);
  await page.getByText(mobile).first().waitFor();

  // The possible acts are listed first.
  await page.keyboard.press('Control+k');
  await options(page).first().waitFor();
  expect(await options(page).first().textContent()).toContain('赠送积分');
  await page.keyboard.press('Enter');
  const gift = page.getByRole('dialog', { name: '赠送积分' });
  await gift.waitFor();
  expect(await gift.getByPlaceholder('请输入手机号').inputValue()).toBe(mobile);

  // It opens above a dialog too; typed text goes into the palette.
  await gift.getByPlaceholder('请输入正整数').fill('5');
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  await page.keyboard.type('工作');
  await expect.poll(() => field(page).inputValue()).toBe('工作');
  await page.keyboard.press('Escape');
  await field(page).waitFor({ state: 'detached' });
  expect(await gift.count()).toBe(1);
  await page.keyboard.press('Control+k');
  await field(page).fill('存证列表');
  await page.keyboard.press('Enter');

  // The form has unsaved input, so the page asks first.
  await page.getByText('内容尚未提交').waitFor();
  await page.getByRole('button', { name: '继续编辑' }).click();
  expect(page.url()).toMatch(/\/user\/Detail\//);
  await gift.waitFor();
  expect(installation.complaints).toEqual([]);
});

it('does an act of a record from its line, and opens pages; remembers neither names nor numbers on the machine', async () => {
  const page = await installation.signIn('admin@example.com');
  const [user] = await rowsOf(page, '/api/ajax/user/getUserList', { type: '2', status: '2' });
  const mobile = user?.['mobile'] ?? '';
  await page.keyboard.press('Control+k');
  await field(page).fill(mobile);
  await page.getByRole('option', { name: new RegExp(mobile) }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /审核/ }).waitFor();
  await page.reload();
  // The act runs once: a reload shows only the page.
  await page.getByText('基本信息').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);

  await page.keyboard.press('Control+k');
  await field(page).fill('反馈');
  await page.getByRole('option', { name: /用户反馈/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app/feedback');
  await page.getByRole('button', { name: '搜索' }).click();
  await options(page).first().waitFor();
  expect(await options(page).first().textContent()).toContain('用户反馈');
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect([kept.includes(mobile), kept.includes(user?.['name'] ?? '')]).toEqual([false, false]);
  expect(installation.complaints).toEqual([]);
});

it('takes what is typed before the operator is known, and answers it then', async () => {
  const page = await installation.signIn('admin@example.com');
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/User/getAdminInfo', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await page.getByText('退出登录').waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('反馈');
  expect(await field(page).inputValue()).toBe('反馈');
  expect(await options(page).count()).toBe(0);
  answer();
  await page.getByRole('option', { name: /用户反馈/ }).waitFor();
  expect(await field(page).inputValue()).toBe('反馈');
  expect(installation.complaints).toEqual([]);
});

it('takes every key from the first one on, while the code that answers is still on its way', async () => {
  const page = await installation.signIn('admin@example.com');
  let come = () => {};
  const held = new Promise<void>((resolve) => (come = resolve));
  await page.route('**/palette-found*', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await page.getByText(/共 \d+ 条/).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('x 12ab');
  expect(await field(page).inputValue()).toBe('x 12ab');
  expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
  // A selection made meanwhile is kept too: here the second of two pages with this name.
  await field(page).fill('');
  await page.keyboard.type('存证列表');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await field(page).inputValue()).toBe('存证列表');
  come();
  await page.waitForURL('**/evidence/certificate');
  expect(installation.complaints).toEqual([]);
});

it('shows a role its own pages and records, and says so where there is nothing', async () => {
  const admin = await installation.signIn('admin@example.com');
  const [order] = await rowsOf(admin, '/api/ajax/data/getOrderList', { limit: '10' });
  const orderNo = order?.['orderNo'] ?? '';
  const page = await installation.signIn('reviewer@example.com');
  await page.keyboard.press('Control+k');
  await field(page).fill(orderNo);
  await page.getByText('没有匹配的页面、记录或操作').waitFor();
  await field(page).fill('公证订单');
  await page.getByText('没有匹配的页面、记录或操作').waitFor();
  await admin.keyboard.press('Control+k');
  await field(admin).fill(orderNo);
  await admin
    .getByRole('option', { name: new RegExp(orderNo) })
    .first()
    .waitFor();

  // Outdated requests are aborted.
  const aborted: string[] = [];
  admin.on('requestfailed', (request) => aborted.push(request.url()));
  await admin.route('**/api/ajax/search/find?keyword=*', async (route) => {
    if (route.request().url().includes('11111111111')) return;
    await route.continue();
  });
  const overtaken = admin.waitForRequest(/keyword=11111111111/);
  await field(admin).fill('11111111111');
  await overtaken;
  await field(admin).fill(orderNo);
  await expect.poll(() => aborted.some((url) => url.includes('11111111111'))).toBe(true);
});
