import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { browserInstallation } from '../browser.ts';

// A day at the desk without a mouse: what each does is reached with keys alone. `PICTURES` keeps what they saw.
const installation = browserInstallation();
const folder = process.env['PICTURES'];

async function picture(page: Page, name: string): Promise<void> {
  if (folder !== undefined) await page.screenshot({ path: join(folder, `day-${name}.png`) });
}

/** What has the focus, as people call it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return '';
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    const label = isField ? element.labels?.[0]?.textContent : '';
    return (element.getAttribute('aria-label') ?? (label || element.textContent || element.getAttribute('placeholder') || '')).trim();
  });

/** Tabs on until a control of that name has the focus. @param most how far it may be. */
async function tabTo(page: Page, name: RegExp, most: number, back = false): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step <= most; step += 1) {
    const here = await focused(page);
    if (name.test(here)) return;
    passed.push(here.slice(0, 12));
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`${name} is further than ${most} keys: ${passed.join(', ')}`);
}

const rows = (page: Page) => page.locator('.list-table tbody tr:not(.list-skeleton)');
/** Goes to a row of the page from its first one. */
async function toRow(page: Page, row: Locator): Promise<void> {
  await expect.poll(() => page.locator('.list-table').getAttribute('data-old')).not.toBe('true');
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('k');
  for (let step = 0; step < 10 && (await row.getAttribute('aria-current')) === null; step += 1) await page.keyboard.press('j');
  expect(await row.getAttribute('aria-current')).toBe('true');
}
const enter = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** Answers the question that stands, whose 确定 has the focus. */
async function confirm(page: Page, title: string | RegExp): Promise<void> {
  const question = page.getByRole('dialog', { name: title });
  await question
    .getByRole('button', { name: /确\s?定/ })
    .and(page.locator(':focus'))
    .waitFor();
  await page.keyboard.press('Enter');
}

async function signInByKeys(username: string): Promise<Page> {
  const page = await installation.open('/login');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('username');
  await page.keyboard.type(username);
  await enter(page, 'Tab');
  await page.keyboard.type('Demo2026');
  await tabTo(page, /验证码/, 3);
  await page.keyboard.type('test');
  await enter(page, 'Enter');
  await page.getByText('退出登录').waitFor();
  return page;
}

it('the cashier issues an invoice, and finds it by its number', async () => {
  const page = await signInByKeys('cashier@example.com');
  await rows(page).first().waitFor();
  await enter(page, 'g', '7');
  const review = page.getByRole('complementary', { name: '审核' });
  await review.getByRole('heading').filter({ hasText: /./ }).waitFor();
  await page
    .getByRole('region', { name: '订单明细' })
    .getByText(/^20\d{6}[0-9A-F]{16}$/)
    .first()
    .waitFor();
  await enter(page, '1');
  await review.getByLabel('发票代码').and(page.locator(':focus')).waitFor();
  await picture(page, 'issue');
  await enter(page, 'Tab');
  await page.keyboard.type('26112000000012345678');
  await enter(page, 'Tab');
  await page.keyboard.type('SF1234567890');
  await enter(page, 'Control+Enter');
  await confirm(page, '确认开票');
  await page.getByText('本次已处理 1 件').waitFor();

  // It is found by its number.
  await enter(page, 'Control+k');
  await page.keyboard.type('26112000000012345678');
  await page.getByRole('option').first().waitFor();
  await enter(page, 'Enter');
  await page.waitForURL(/invoiceDetail\?id=/);
  await page.getByText('26112000000012345678').first().waitFor();
  await picture(page, 'issued');
  expect(installation.complaints).toEqual([]);
});

it('the administrator makes a role and an account with it, and disables the account', async () => {
  const page = await signInByKeys('admin@example.com');
  await rows(page).first().waitFor();
  await enter(page, 'g', 'j');
  await page.waitForURL(/\/authority\/role$/);
  await rows(page).first().waitFor();
  await enter(page, 'j');
  await tabTo(page, /^新增角色$/, 12, true);
  await enter(page, 'Enter');
  await page.getByLabel('角色名称').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('档案员');
  await tabTo(page, /^角色描述/, 3);
  await page.keyboard.type('只看证据');
  await tabTo(page, /^企业存证列表/, 40);
  await enter(page, 'Space');
  await tabTo(page, /^确认新增$/, 90);
  await enter(page, 'Enter');
  await installation.message(page, '新增成功');

  await enter(page, 'g', 'z');
  await page.waitForURL(/\/authority\/account$/);
  await rows(page).first().waitFor();
  await enter(page, 'j');
  await tabTo(page, /^新增账号$/, 12, true);
  await enter(page, 'Enter');
  await page.getByLabel('用户名').and(page.locator(':focus')).waitFor();
  for (const [name, text] of [
    [/^用户名/, 'archive@example.com'],
    [/^密码/, 'Archive2026'],
    [/^姓名/, '周档案'],
    [/^手机号/, '13800000001'],
  ] as const) {
    await tabTo(page, name, 3);
    await page.keyboard.type(text);
  }
  await enter(page, 'Tab');
  for (let step = 0; step < 10 && (await focused(page)) !== '档案员'; step += 1) await enter(page, 'ArrowDown');
  expect(await focused(page)).toBe('档案员');
  await picture(page, 'account');
  await tabTo(page, /^确认新增$/, 12);
  await enter(page, 'Enter');
  await installation.message(page, '新增成功');

  // The newest stands first: 禁用 is two keys from its row.
  const own = rows(page).filter({ hasText: 'archive@example.com' });
  await own.waitFor();
  await toRow(page, own);
  await tabTo(page, /^禁用$/, 4);
  await enter(page, 'Enter');
  await confirm(page, '禁用账号');
  await own.getByText('禁用').first().waitFor();
  expect(installation.complaints).toEqual([]);
});

it('a notary takes the oldest application in hand, tells a colleague of it, decides, and goes on', async () => {
  const page = await signInByKeys('notary2@example.com');
  await rows(page).first().waitFor();
  await enter(page, 'g', 'a');
  await page.getByRole('heading', { name: '出证申请' }).waitFor();
  await rows(page).first().waitFor();
  await enter(page, 'j');
  await page.locator('tr[aria-current]').waitFor();
  while ((await page.locator('tr[aria-current]').getByRole('link', { name: '查看' }).count()) === 0) await enter(page, 'j');
  await enter(page, 'Enter');
  const side = page.getByRole('complementary', { name: '备注与动态' });
  await side.waitFor();
  await enter(page, 'c');
  await page.keyboard.type('请 @');
  await side.getByRole('option').first().waitFor();
  await picture(page, 'mention');
  await enter(page, 'Enter');
  await page.keyboard.type('核对领取人');
  await enter(page, 'Control+Enter');
  await side.getByRole('list', { name: '备注' }).getByText('核对领取人').waitFor();
  await enter(page, 'Tab');

  await enter(page, 'g', '5');
  const review = page.getByRole('complementary', { name: '审核' });
  await review.getByRole('heading').filter({ hasText: /./ }).waitFor();
  await page.getByText(/^第 1 件，共 \d+ 件$/).waitFor();
  const title = await review.getByText(/^20\d{6}[0-9A-F]{16}/).innerText();
  await enter(page, '1', 't', 'Control+Enter');
  await picture(page, 'pass');
  await confirm(page, '确认通过');
  await page.getByText('本次已处理 1 件').waitFor();
  await expect.poll(() => review.getByText(/^20\d{6}[0-9A-F]{16}/).innerText()).not.toBe(title);
  await enter(page, 'g', 'a');
  await page.getByRole('heading', { name: '出证申请' }).waitFor();
  await rows(page).first().waitFor();
  expect(installation.complaints).toEqual([]);
});
