import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Shows each piece of evidence of the application under review, with one key each, until 通过 is offered. */
export async function lookAtPieces(page: Page): Promise<void> {
  const pieces = page.getByRole('region', { name: '证据', exact: true }).getByRole('listitem');
  await pieces.first().waitFor();
  const count = await pieces.count();
  for (let at = 0; at < count; at += 1) {
    if (at > 0) await page.keyboard.press('ArrowRight');
    await pieces
      .nth(at)
      .getByRole('button', { name: /，已查看/ })
      .waitFor();
  }
  await expect.poll(() => page.getByRole('radio', { name: '通过', exact: true }).isEnabled()).toBe(true);
}
