import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { browserInstallation } from '../browser.ts';
import { listRows, resize } from '../list-rows.ts';

const installation = browserInstallation();
const pictures = process.env['PICTURES'];

async function shot(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** Calls the API as the operator of a page. */
async function ask(page: Page, path: string, form: Record<string, string>): Promise<unknown> {
  const token = await page.evaluate(() => sessionStorage.getItem('token') ?? '');
  return (await page.request.post(installation.server.address + path, { headers: { authorization: `Bearer ${token}` }, form })).json();
}

const boxes = (page: Page) => page.getByRole('checkbox', { name: '选择此行' });
const rowsShown = (page: Page) => listRows(page).count();

it('gives marked applications to another acceptor, says what became of each, and repeats the failed one alone', async () => {
  const page = await installation.signIn('admin@example.com');
  const notary = await installation.signIn('notary@example.com');
  await page.goto(`${installation.server.address}/evidence/results?status=1&pay=2`);
  const own = page.getByRole('row').filter({ hasText: '顾明远' });
  await own.nth(2).waitFor();
  await page.getByText('已选 0 份').waitFor();
  await shot(page, 'applications');
  await page.getByRole('button', { name: '转派受理人' }).click();
  await installation.message(page, '请选择需要转派的申请');

  for (const at of [0, 1, 2]) await own.nth(at).getByRole('checkbox').check();
  const link = (await own.nth(0).getByRole('link', { name: '查看' }).getAttribute('href')) ?? '';
  const claimed = link.split('/').at(-2) ?? '';
  const third = (await own.nth(2).getByRole('cell').nth(1).textContent()) ?? '';
  await page.getByText('已选 3 份').click();
  const panel = page.getByRole('list', { name: '已选内容' });
  expect(await panel.getByRole('listitem').count()).toBe(3);
  await shot(page, 'marked');
  // Removed by keyboard, and the focus stays on a remaining one.
  await panel.getByRole('button', { name: new RegExp(`^移出 .*${third}$`) }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('已选 2 份').waitFor();
  expect(
    await panel
      .getByRole('button')
      .last()
      .evaluate((button) => button === document.activeElement),
  ).toBe(true);
  await page.keyboard.press('Escape');

  // The acceptor has claimed one of the two.
  expect(await ask(notary, '/api/ajax/data/claim', { orderId: claimed })).toMatchObject({ code: 200 });
  await page.getByRole('button', { name: '转派受理人' }).click();
  const form = page.getByRole('dialog', { name: '转派受理人（2 份）' });
  await form.getByRole('combobox').click();
  await page.locator('.ant-select-item-option', { hasText: '苏晚晴' }).click();
  await shot(page, 'reassign-form');
  await form.getByRole('button', { name: /确\s?定/ }).click();
  const results = page.getByRole('dialog', { name: '转派受理人', exact: true });
  await results.getByText('成功 1 份，失败 1 份').waitFor();
  await results.getByText(/^顾明远自.+起正在处理该申请$/).waitFor();
  await shot(page, 'reassign-results');
  expect(await ask(notary, '/api/ajax/data/release', { orderId: claimed })).toMatchObject({ code: 200 });
  await results.getByRole('button', { name: '重试失败项' }).click();
  await results.getByText('成功 2 份，失败 0 份').waitFor();
  expect(await results.getByRole('button', { name: '重试失败项' }).count()).toBe(0);
  await results.getByRole('button', { name: '关闭', exact: true }).last().click();
  await page.getByText('已选 0 份').waitFor();
  await page.goto(installation.server.address + link);
  await page.getByRole('region', { name: '订单信息' }).getByText('苏晚晴').waitFor();
  await page.getByRole('button', { name: '转派', exact: true }).waitFor();
  await shot(page, 'reassign-detail');

  // A decided application cannot be marked, and keyboard users get the reason.
  await page.goto(`${installation.server.address}/evidence/results?status=2`);
  await boxes(page).first().waitFor();
  await page.getByRole('checkbox', { name: '选择本页' }).focus();
  await page.keyboard.press('Tab');
  while (
    !(await boxes(page)
      .first()
      .evaluate((box) => box === document.activeElement))
  )
    await page.keyboard.press('Tab');
  const why = page.getByRole('tooltip').filter({ hasText: '已通过，不能转派' }).and(page.locator('.select-why'));
  await why.waitFor();
  await shot(page, 'closed-box');
  await page.keyboard.press('Space');
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await why.waitFor({ state: 'detached' });
  // An operator who may not reassign them sees no checkboxes.
  await notary.goto(`${installation.server.address}/evidence/results`);
  await notary.getByRole('link', { name: '查看' }).first().waitFor();
  expect(await boxes(notary).count()).toBe(0);
});

it('labels marked captures, finds them by it, and keeps how many rows a page of each list has', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.goto(`${installation.server.address}/online/web`);
  await boxes(page).first().waitFor();
  for (const at of [0, 1, 2]) await boxes(page).nth(at).check();
  await page.getByRole('button', { name: '批量标签' }).click();
  const form = page.getByRole('dialog', { name: '批量标签（3 份）' });
  await form.getByRole('combobox').fill('春季专项');
  await shot(page, 'label-form');
  await form.getByRole('button', { name: /确\s?定/ }).click();
  const results = page.getByRole('dialog', { name: '批量标签', exact: true });
  await results.getByText('成功 3 份，失败 0 份').waitFor();
  await shot(page, 'label-results');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('cell', { name: '春季专项', exact: true }).count()).toBe(3);
  await page.goto(`${installation.server.address}/online/web?label=${encodeURIComponent('春季专项')}`);
  await page.getByText('共 3 条').waitFor();

  await page.goto(`${installation.server.address}/online/web`);
  await boxes(page).first().waitFor();
  for (const at of [0, 1]) await boxes(page).nth(at).check();
  await resize(page, 50);
  await page.getByText('已选 0 份').waitFor();
  await expect.poll(() => rowsShown(page)).toBeGreaterThan(10);
  await shot(page, 'fifty');
  await page.getByRole('link', { name: '过程取证' }).click();
  await page.getByRole('heading', { name: '过程取证' }).waitFor();
  await boxes(page).first().waitFor();
  await page.locator('.page-size').getByText('10 条/页').waitFor();
  await page.goto(`${installation.server.address}/online/web`);
  await expect.poll(() => rowsShown(page)).toBeGreaterThan(10);
  await page.locator('.page-size').getByText('50 条/页').waitFor();
  for (const path of ['/evidence/results', '/online/web', '/online/process', '/online/move']) {
    await page.goto(installation.server.address + path);
    await boxes(page).first().waitFor();
    expect([path, await page.locator('.list-scroll').evaluate((box) => box.scrollWidth - box.clientWidth)]).toEqual([path, 0]);
    await shot(page, path.slice(1).replace('/', '-'));
  }
  expect(installation.complaints).toEqual([]);
});
