import type { Locator, Page } from 'playwright-core';

/** The rows of a list; none while it loads, when grey rows hold their place and keys find nothing to act on. */
export function listRows(within: Page | Locator): Locator {
  return within.locator('.list-table tbody tr:not(.list-skeleton)');
}
