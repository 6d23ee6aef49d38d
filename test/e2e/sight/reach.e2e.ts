import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { browserHouse } from '../browser.ts';
import { axeFindings } from './axe.ts';
import { eachScreen, openedBy, openersOf, settled } from './every-screen.ts';

const house = browserHouse();

it('axe finds nothing in any kind of dialog or panel, in either theme', async () => {
  const page = await house.signIn('admin@example.com');
  const [found, seen]: [string[], Set<string>] = [[], new Set()];
  for (const [pattern, address] of await eachScreen(page, house.server)) {
    for (const opener of await openersOf(page, house.server.address + address)) {
      if (seen.has(opener.text)) continue;
      seen.add(opener.text);
      if (await openedBy(page, opener)) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          found.push(...(await axeFindings(page)).map((fault) => `${pattern} ${opener.text} (${colorScheme}): ${fault}`));
        }
      }
      await page.goto('about:blank');
      await page.goto(house.server.address + address);
      await settled(page);
    }
  }
  expect(found).toEqual([]);
}, 900_000);

/** Controls that no scrolling brings into sight. */
function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cutBy = (element: HTMLElement): string | undefined => {
      const { left, right } = element.getBoundingClientRect();
      for (let above = element.parentElement; above; above = above.parentElement) {
        const { overflowX } = getComputedStyle(above);
        if (overflowX === 'auto' || overflowX === 'scroll') return undefined;
        const box = above.getBoundingClientRect();
        const isCut = overflowX !== 'visible' && (right > box.right + 1 || left < box.left - 1);
        if (isCut) return above.className || above.tagName;
      }
      return undefined;
    };
    return [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, h1')]
      .filter((element) => element.offsetParent !== null && element.getBoundingClientRect().width > 1)
      .flatMap((element) => {
        const by = cutBy(element);
        return by === undefined ? [] : [`「${element.textContent || element.getAttribute('placeholder')}」 is cut by ${by}`];
      });
  });
}

it('at 200 % zoom every control of every screen can be brought into sight', async () => {
  const page = await house.signIn('admin@example.com');
  // 1366 × 768 at 200 %, as the browser's own zoom lays it out.
  await page.setViewportSize({ width: 683, height: 384 });
  const found: string[] = [];
  await eachScreen(page, house.server, async (pattern) => {
    found.push(...(await unreachable(page)).map((fault) => `${pattern}: ${fault}`));
    const folder = process.env['PICTURES'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/zoom${pattern.replaceAll(/\W+/g, '-')}.png` });
  });
  expect(found).toEqual([]);
}, 900_000);
