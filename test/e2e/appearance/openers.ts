import type { Page } from 'playwright-core';
import { settled } from './every-screen.ts';

/** A button or a field that may open something. */
interface Opener {
  readonly text: string;
  readonly place: string;
}

/** Layers that open above a screen. */
export const layers = '.ant-modal, .popup-panel, .ant-picker-dropdown, .ant-select-dropdown';

/** One of each kind of button of the current screen, and of each kind of field that opens a panel. */
export async function openersOf(page: Page): Promise<Opener[]> {
  return page.evaluate(() => {
    const leads = /导出|下载|刷新|重置|查询|打印|复制|缩小|放大|旋转|还原|一张|侧栏|^\d*$|页|选择/;
    const buttons = [...document.querySelectorAll<HTMLElement>('main button, .top-name')]
      .filter((element) => element.offsetParent !== null)
      .map((element) => (element.textContent || element.title).trim())
      .filter((text) => text.length <= 12 && !leads.test(text));
    const fields = ['picker', 'select'].filter((kind) => document.querySelector(`main .ant-${kind}`) !== null);
    return [
      ...[...new Set(buttons)].map((text) => ({
        text,
        place: `main button:visible:text-is("${text}"), main button[title="${text}"], .top-name:text-is("${text}")`,
      })),
      ...fields.map((kind) => ({ text: kind, place: `main .ant-${kind}` })),
    ];
  });
}

/** Whether the click changed the screen, so that the remaining openers may have disappeared. */
export function isDifferent(before: readonly Opener[], after: readonly Opener[]): boolean {
  return before.map(({ text }) => text).join() !== after.map(({ text }) => text).join();
}

/** Whether a click opened a dialog or a panel. */
export async function openedBy(page: Page, { place }: Opener): Promise<boolean> {
  const address = page.url();
  await page
    .locator(place)
    .first()
    .click({ timeout: 1500 })
    .catch(() => undefined);
  await page
    .waitForFunction(
      ({ before, places }) => location.href !== before || [...document.querySelectorAll(places)].some((one) => one.checkVisibility()),
      { before: address, places: layers },
      { timeout: 1500 },
    )
    .catch(() => undefined);
  const isOpen = await isAnyOpen(page);
  if (isOpen) await page.locator('[aria-busy="true"]').first().waitFor({ state: 'hidden' });
  return isOpen;
}

/** Restores the screen: closes what was opened, and reloads the page if that does not suffice. */
export async function closeAll(page: Page, address: string): Promise<void> {
  for (let tries = 0; tries < 2 && (await isAnyOpen(page)); tries += 1) {
    await page.keyboard.press('Escape');
    await page
      .waitForFunction((places) => ![...document.querySelectorAll(places)].some((one) => one.checkVisibility()), layers, { timeout: 500 })
      .catch(() => undefined);
  }
  if (page.url() !== address || (await isAnyOpen(page))) await reload(page, address);
}

/** Via about:blank, so that the page does not ask about unsaved input. */
export async function reload(page: Page, address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(address);
  await settled(page);
}

function isAnyOpen(page: Page): Promise<boolean> {
  return page.evaluate((places) => [...document.querySelectorAll(places)].some((one) => one.checkVisibility()), layers);
}
