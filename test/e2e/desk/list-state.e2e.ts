import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readingInstallation } from '../browser.ts';

const installation = readingInstallation();

const states = (page: Page) => page.getByRole('tablist', { name: '出证状态' });
const numberOf = async (page: Page, name: string): Promise<number> => {
  const state = states(page).getByRole('tab', { name });
  await state.getByText(/^[\d,]+$/).waitFor();
  return Number((await state.innerText()).replaceAll(/\D/g, ''));
};

it('the states of a list stand above its rows with their numbers, which are those of the list', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.goto(`${installation.server.address}/evidence/results`);
  const waiting = await numberOf(page, '待审核');
  expect(await numberOf(page, '全部')).toBeGreaterThan(waiting);
  await states(page).getByRole('tab', { name: '待审核' }).click();
  await page.waitForURL('**/evidence/results?status=1');
  await page.getByText(`共 ${waiting} 条`).waitFor();
  expect(await states(page).getByRole('tab', { name: '待审核' }).getAttribute('aria-selected')).toBe('true');
  expect(installation.complaints).toEqual([]);
});

it('a filter in force can be removed by itself, and no number stands where nothing was counted', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.goto(`${installation.server.address}/evidence/results?status=1&pay=2&keyword=128`);
  await page.getByText(/共 \d+ 条/).waitFor();
  expect(await states(page).getByRole('tab').allInnerTexts()).not.toContainEqual(expect.stringMatching(/\d/));
  await page.getByTitle('去掉筛选：支付状态').click();
  await page.waitForURL('**/evidence/results?status=1&keyword=128');
  await page.getByTitle('去掉筛选：手机号').click();
  await page.waitForURL('**/evidence/results?status=1');
  await numberOf(page, '待审核');
  expect(installation.complaints).toEqual([]);
});

it('rows that came since are told, and shown when asked for', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.route('**/view/getTotals**', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { list: { value: string; count: number }[] } };
    await route.fulfill({
      response: answer,
      json: { ...body, data: { ...body.data, list: body.data.list.map((one) => ({ ...one, count: one.count + 3 })) } },
    });
  });
  await page.goto(`${installation.server.address}/evidence/results`);
  const asked = page.waitForRequest(/getEvidencesList/);
  await page.getByRole('button', { name: '3 条新数据 · 显示' }).click();
  await asked;
});
