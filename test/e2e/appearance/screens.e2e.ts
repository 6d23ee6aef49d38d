import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { screens } from '../../../src/console/app/screens.tsx';
import { partOf } from '../../rounds.ts';
import { browserInstallation } from '../browser.ts';
import { axeFindings } from './axe.ts';
import { eachScreen, overflows, unreachable } from './every-screen.ts';
import { closeAll, isDifferent, layers, openedBy, openersOf, reload } from './openers.ts';

const installation = browserInstallation();

/**
 * For a visual check after changes of styles: `PICTURES=<folder>` saves a screenshot of each screen and of what it opens, in each theme.
 */
const folder = process.env['PICTURES'];
const themes = ['light' as const, ...partOf(['dark' as const])];
const [seen, cramped, hidden, faults, layerFaults]: string[][] = [[], [], [], [], []];

// Each screen is loaded once, and checked in every way.
beforeAll(async () => {
  if (folder !== undefined) await mkdir(join(folder, 'dialogs'), { recursive: true });
  const page = await installation.signIn('admin@example.com');
  const opened = new Set<string>();
  await eachScreen(page, installation.server, async (pattern) => {
    seen?.push(pattern);
    await look(page, pattern);
    await widen(page, pattern);
    await zoom(page, pattern);
    await open(page, pattern, opened);
  });
  for (const address of openPages) {
    const stranger = await installation.open(address);
    await stranger.locator('h1, img, video').first().waitFor();
    await look(stranger, address);
    await widen(stranger, address);
  }
}, 3_000_000);

const openPages = ['/login', '/verify', '/explorer/search', '/mobile/previewImg'];

async function look(page: Page, name: string): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-theme="${theme}"]`).waitFor({ state: 'attached' });
    const scope = theme === 'light' ? 'all' : 'colours';
    cramped?.push(...(await overflows(page)).map((fault) => `${name} (${theme}): ${fault}`));
    faults?.push(...(await axeFindings(page, { scope })).map((fault) => `${name} (${theme}): ${fault}`));
    await picture(page, `${name}.${theme}`);
  }
}

/** 1920 × 1080, checking only what depends on the available space. */
async function widen(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 1920, height: 1080 });
  cramped?.push(...(await overflows(page)).map((fault) => `${name} (1920 × 1080): ${fault}`));
  await picture(page, `${name}.wide`);
  await page.setViewportSize({ width: 1366, height: 768 });
}

/** 1366 × 768 at 200 %, with the layout of the browser's own zoom. */
async function zoom(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 683, height: 384 });
  hidden?.push(...(await unreachable(page)).map((fault) => `${name}: ${fault}`));
  await picture(page, `${name}.zoom`);
  await page.setViewportSize({ width: 1366, height: 768 });
}

/** Opens what no other screen had a button with that name for. */
async function open(page: Page, pattern: string, opened: Set<string>): Promise<void> {
  const address = page.url();
  const openers = await openersOf(page);
  for (const opener of openers) {
    if (opened.has(opener.text)) continue;
    opened.add(opener.text);
    if (await openedBy(page, opener)) {
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        await page.locator(`html[data-theme="${theme}"]`).waitFor({ state: 'attached' });
        const found = await axeFindings(page, { scope: theme === 'light' ? 'all' : 'colours', within: layers });
        layerFaults?.push(...found.map((fault) => `${pattern} ${opener.text} (${theme}): ${fault}`));
        await picture(page, `dialogs/${`${pattern}-${opener.text}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.${theme}`);
      }
      await closeAll(page, address);
    } else if (page.url() !== address || isDifferent(openers, await openersOf(page))) await reload(page, address);
  }
}

async function picture(page: Page, name: string): Promise<void> {
  if (folder !== undefined)
    await page.screenshot({ path: join(folder, `${name.replace(/^\//, '').replaceAll(/[^\p{L}\p{N}./]+/gu, '-')}.png`) });
}

it('every screen is reached', () => {
  expect(screens.map(({ path }) => path).filter((path) => !seen?.includes(path))).toEqual([]);
});

it('every screen fits into 1366 × 768, and into 1920 × 1080', () => {
  expect(cramped).toEqual([]);
});

it('axe finds nothing in any screen, in either theme', () => {
  expect(faults).toEqual([]);
});

it('axe finds nothing in any kind of dialog or panel, in either theme', () => {
  expect(layerFaults).toEqual([]);
});

it('at 200 % zoom every control of every screen can be brought into sight', () => {
  expect(hidden).toEqual([]);
});
