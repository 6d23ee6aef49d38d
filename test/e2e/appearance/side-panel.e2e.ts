import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readingInstallation } from '../browser.ts';
import { settled } from './every-screen.ts';

const installation = readingInstallation();

/** Numbers and times of a detail page that are broken over several lines, and those on one line. */
async function numbersOf(page: Page): Promise<{ readonly broken: string[]; readonly whole: string[] }> {
  return page.evaluate(() => {
    const found: { broken: string[]; whole: string[] } = { broken: [], whole: [] };
    for (const value of document.querySelectorAll<HTMLElement>('.fields dd')) {
      const text = value.innerText.trim();
      if (!/^[\dA-Z]{10,}$|^\d{4}-\d\d-\d\d/.test(text)) continue;
      const range = document.createRange();
      range.selectNodeContents(value);
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 12)));
      (lines.size > 1 ? found.broken : found.whole).push(text);
    }
    return found;
  });
}

/** Opens the detail page of the list's row `at` among those that match. */
async function openFrom(page: Page, list: string, row: RegExp, at: number): Promise<void> {
  await page.goto(installation.server.address + list);
  await settled(page);
  await page.locator('.list-table tbody tr').filter({ hasText: row }).nth(at).getByRole('link', { name: '查看' }).click();
  await page.getByRole('complementary', { name: '备注与动态' }).waitFor();
  await settled(page);
}

const orderNo = /^20\d{6}[\dA-F]{16}$/;

it.each([
  ['an application that waits', '/evidence/results?status=1&pay=2', /待审核/, orderNo],
  ['one that was given back', '/evidence/results?status=3&limit=100', /未通过（已退款）/, orderNo],
  ['an issued invoice', '/money/invoice?status=3&limit=100', /已开票/, /^\d{20}$/],
])('beside the open panel, at 1366 × 768, numbers and times of %s stand in one line', async (_what, list, row, long) => {
  const page = await installation.signIn('admin@example.com');
  // Every other invoice of the demo has a short number.
  const seen: string[] = [];
  for (let at = 0; !seen.some((text) => long.test(text)); at += 1) {
    await openFrom(page, list, row, at);
    const { broken, whole } = await numbersOf(page);
    expect(broken).toEqual([]);
    seen.push(...whole);
  }
  expect(installation.complaints).toEqual([]);
});

it.each([1366, 1024])('at a width of %d numbers and times of an enterprise stand in one line', async (width) => {
  const page = await installation.signIn('admin@example.com');
  await page.setViewportSize({ width, height: 768 });
  await page.goto(`${installation.server.address}/user/enterprise?status=3`);
  await settled(page);
  await page.locator('.list-table tbody').getByRole('link').first().click();
  const panel = page.getByRole('complementary', { name: '备注与动态' });
  await panel.waitFor();
  await settled(page);
  const { broken, whole } = await numbersOf(page);
  expect(broken).toEqual([]);
  expect(whole.length).toBeGreaterThan(3);
  // A narrow window has the panel below the record.
  const [left, record] = [await panel.boundingBox(), await page.locator('.beside-main').boundingBox()];
  expect(left?.x === record?.x).toBe(width === 1024);
  expect(installation.complaints).toEqual([]);
});

it('at a width of 1024 the picture of a case has more than half of the queue', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`${installation.server.address}/queue/enterprise`);
  const picture = page.locator('.queue-case .viewer');
  await picture.locator('img').first().waitFor();
  const [shown, whole] = [await picture.boundingBox(), await page.locator('.queue-body').boundingBox()];
  expect((shown?.width ?? 0) * 2).toBeGreaterThan(whole?.width ?? 0);
  expect(installation.complaints).toEqual([]);
});
