import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readingInstallation } from '../browser.ts';
import { listRows } from '../list-rows.ts';

const installation = readingInstallation();

const here = (page: Page) => page.locator('.list-table tbody tr[aria-current]');
/** Position of the selected row, counted from 1; 0 if none is selected. */
const place = (page: Page) => here(page).evaluateAll(([row]) => (row instanceof HTMLTableRowElement ? row.sectionRowIndex + 1 : 0));

async function openList(page: Page, path: string): Promise<void> {
  await page.goto(installation.server.address + path);
  await listRows(page).first().waitFor();
}

it('goes through a list, opens a row and leads to pages by keys alone', async () => {
  const page = await installation.signIn('admin@example.com');
  await openList(page, '/user/individual');
  await page.keyboard.press('k');
  await expect.poll(() => place(page)).toBe(10);
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await page.keyboard.press('j'); // there is no row below the last
  await expect.poll(() => place(page)).toBe(10);
  await page.keyboard.press('k');
  await expect.poll(() => place(page)).toBe(9);

  const asked = page.waitForRequest((request) => request.url().includes('/api/ajax/user/getUserList'));
  await page.keyboard.press('r');
  await asked;
  await page.keyboard.press(']');
  await page.waitForURL((url) => url.searchParams.get('page') === '2');
  await page.keyboard.press('[');
  await page.waitForURL((url) => url.searchParams.get('page') !== '2');

  // In a field the keys are letters.
  await page.keyboard.press('/');
  await page.keyboard.type('jx?');
  expect(await page.locator('.filters input:focus').inputValue()).toBe('jx?');
  await page.locator('.filters input:focus').fill('');
  await page.locator('.filters input:focus').blur();

  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/user\/Detail\//);
  // The note's field can be reached from anywhere, even if the panel is folded; Tab leaves it.
  const note = page.getByRole('combobox', { name: '备注内容' });
  await page.getByRole('tab', { name: '时间线' }).click();
  await page.keyboard.press('c');
  await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: '收起侧栏' }).click();
  await page.keyboard.press('c');
  await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('Tab');
  await Promise.all(['g', 'o'].map((key) => page.keyboard.press(key)));
  await page.waitForURL(/\/money\/just/);
  await Promise.all(['g', '3'].map((key) => page.keyboard.press(key)));
  await page.waitForURL(/\/queue\/individual$/);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: '搜索' }).getByRole('combobox').fill('财务开票');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/queue\/invoice-issue$/);
  expect(installation.complaints).toEqual([]);
});

it('leaves a range of days or of times by Tab, takes one that is typed, and empties one that is left half filled', async () => {
  const page = await installation.signIn('admin@example.com');
  const hasFocus = (field: Locator) => expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  for (const [path, key, from, until, after] of [
    ['/user/individual', 'registtime', '2026-11-01', '2026-11-20', page.locator('#filter-realtime')],
    ['/money/just', 'datetime', '2026-11-01 08:00:00', '2026-11-20 09:30:00', page.getByRole('button', { name: '查询' })],
  ] as const) {
    const [start, end] = [page.locator(`#filter-${key}`), page.locator(`#filter-${key}-end`)];
    await openList(page, path);
    await start.focus();
    await page.keyboard.press('Tab');
    await hasFocus(end);
    await page.keyboard.press('Tab');
    await hasFocus(after);

    await start.click();
    await page.keyboard.type(from);
    await page.keyboard.press('Escape');
    await after.focus();
    await expect.poll(async () => [await start.inputValue(), await end.inputValue()]).toEqual(['', '']);

    await start.focus();
    await page.keyboard.type(from);
    await page.keyboard.press('Tab');
    await page.keyboard.type(until);
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: '查询' }).click();
    await page.waitForURL((url) => url.searchParams.get(key) === `${from} - ${until}`);
  }
  expect(installation.complaints).toEqual([]);
});

it('shows the keys of a screen, which rest while a dialog stands above it', async () => {
  const page = await installation.signIn('notary@example.com');
  await openList(page, '/online/webDownload');
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: '快捷键' });
  await sheet.getByRole('region', { name: '列表' }).getByText('连续选择').waitFor();
  await sheet.getByRole('region', { name: '页面' }).getByText('出证申请').waitFor();
  expect(await sheet.getByText('角色管理').count()).toBe(0); // not in this role's menu
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  expect(await place(page)).toBe(0);
});

it('marks rows one by one and in a range, and leaves out those that cannot be marked', async () => {
  const page = await installation.signIn('notary@example.com');
  await openList(page, '/online/webDownload');
  const boxes = page.locator('.list-table tbody .cell-select input');
  const isFree = await boxes.evaluateAll((all) => all.map((box) => !(box as HTMLInputElement).disabled));
  for (const key of ['j', 'x', 'j', 'j', 'j', 'Shift+X']) await page.keyboard.press(key);
  await expect
    .poll(() => boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked)))
    .toEqual(isFree.map((free, at) => free && at < 4));
});

it('shows the keys of a list where they work, and neither they nor their words stay once they are switched off', async () => {
  const page = await installation.signIn('admin@example.com');
  await openList(page, '/user/individual');
  const hints = page.getByRole('list', { name: '快捷键' });
  for (const words of ['选行', '打开', '筛选', '翻页', '全部按键']) await hints.getByText(words).waitFor();
  expect(await page.getByRole('button', { name: '刷新', exact: true }).getAttribute('title')).toBe('刷新（R）');
  expect(await page.getByRole('button', { name: '导出' }).getAttribute('title')).toBe('导出（E）');

  await page.locator('.top-name').click();
  await page.getByRole('button', { name: '个人设置' }).click();
  const settings = page.getByRole('dialog', { name: '个人设置' });
  await settings.getByRole('group', { name: '单键快捷键' }).getByRole('radio', { name: '关闭' }).check();
  await page.keyboard.press('Escape');
  await settings.waitFor({ state: 'detached' });
  expect(await hints.count()).toBe(0);
  expect(await page.getByRole('button', { name: '刷新', exact: true }).getAttribute('title')).toBe('刷新');
  await page.locator('body').press('j');
  await page.keyboard.press('?');
  expect([await place(page), await page.getByRole('dialog').count()]).toEqual([0, 0]);
  // Shortcuts with Ctrl still work.
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: '搜索' }).waitFor();
});
