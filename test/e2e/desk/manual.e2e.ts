import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { browserInstallation } from '../browser.ts';
import { listRows } from '../list-rows.ts';

// The steps of docs/manual.md. `PICTURES=docs/pictures` makes its pictures anew.
const installation = browserInstallation();
const folder = process.env['PICTURES'];

async function picture(page: Page, name: string): Promise<void> {
  if (folder !== undefined) await page.screenshot({ path: join(folder, `manual-${name}.png`) });
}

it('the menu’s number leads into the queue, where keys decide', async () => {
  const page = await installation.signIn('reviewer@example.com');
  await page.goto(`${installation.server.address}/queue/individual`);
  const review = page.getByRole('complementary', { name: '审核' });
  await review.getByRole('heading').filter({ hasText: /./ }).waitFor();
  await page.getByText(/^第 1 件，共 \d+ 件$/).waitFor();
  await expect.poll(() => page.locator('.viewer-stage img').evaluate((image) => (image as HTMLImageElement).complete)).toBe(true);
  await page.keyboard.press('2');
  await page.keyboard.press('Alt+1');
  await review.getByRole('textbox').waitFor();
  await picture(page, 'queue');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('1');
  expect(await review.getByLabel('通过', { exact: true }).isChecked()).toBe(true);
  await page.getByRole('link', { name: '积分赠送' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '离开' }).click();
  await page.waitForURL(/\/user\/integral/);
});

it('lists, their views and marks; the search; the panel beside a record', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.goto(`${installation.server.address}/online/webDownload`);
  await listRows(page).first().waitFor();
  for (const key of ['j', 'x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key);
  await page.getByRole('button', { name: /^已选 \d+ 份/ }).click();
  await page.getByRole('list', { name: '已选内容' }).waitFor();
  await picture(page, 'list');

  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /搜索/ }).fill('北京青远');
  await page.getByRole('option').filter({ hasText: '北京青远' }).first().waitFor();
  await picture(page, 'search');
  await page.keyboard.press('Escape');

  await page.goto(`${installation.server.address}/evidence/results`);
  await page.locator('.list-table tbody').getByRole('link', { name: '查看' }).first().click();
  const panel = page.getByRole('complementary', { name: '备注与动态' });
  await panel.getByPlaceholder('写备注，用 @ 提到同事').fill('委托材料已收到，请核对领取人。');
  await panel.getByRole('button', { name: '添加' }).click();
  await panel.getByRole('list', { name: '备注' }).getByText('委托材料已收到').waitFor();
  await picture(page, 'panel');
});
