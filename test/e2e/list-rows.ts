import type { Locator, Page } from 'playwright-core';

/** The rows of a list; none while it loads, when grey rows hold their place and keys find nothing to act on. */
export function listRows(within: Page | Locator): Locator {
  return within.locator('.list-table tbody tr:not(.list-skeleton)');
}

/** Chooses how many rows a page of the list has. */
export async function resize(page: Page, rows: number): Promise<void> {
  await page.getByLabel('每页条数').click();
  await page.locator('.ant-select-item-option').getByText(`${rows} 条/页`).click();
}
