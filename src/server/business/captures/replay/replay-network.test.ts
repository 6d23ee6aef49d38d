import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pageCaptures } from '../../../../../test/installation/factories/page-captures.ts';
import { callingPage } from '../../../../../test/installation/servers/calling-page.ts';
import { startListeners } from '../../../../../test/installation/servers/listeners.ts';
import { webSite } from '../../../../../test/installation/servers/web-site.ts';
import { testArchiver } from '../../../../../test/installation/factories/page-archiver.ts';
import type { BeginArchiving } from '../archive/archiving.ts';

const site = webSite();
const captures = pageCaptures();
let listeners: Awaited<ReturnType<typeof startListeners>>;
beforeAll(async () => {
  listeners = await startListeners();
  site.on('/calling', callingPage(listeners));
});
afterAll(() => listeners.stop());

it('reaches nobody, by whatever way it tries', async () => {
  const { archiving } = testArchiver();
  let before: readonly string[] = [];
  const watching: BeginArchiving = (place) => {
    const inner = archiving(place);
    return {
      ...inner,
      finish(page) {
        // The page itself and its proxy are closed.
        before = listeners.calls.splice(0);
        return inner.finish(page);
      },
    };
  };
  const { events } = await captures.capture(`${site.origin}/calling`, { archiving: watching });
  expect(listeners.calls).toEqual([]);
  const [replay] = events('replay');
  // The page tried everything: requests the archive lacks were refused, and requests past the archive ended at the refusing relay.
  expect(replay).toMatchObject({ consistency: 1 });
  expect(Number(replay?.['refusedConnections'])).toBeGreaterThan(0);
  expect(before).toContain('connection');
});

it('would reach somebody from a browser that is let out', async () => {
  const browser = await chromium.launch({
    executablePath: captures.chromiumPath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu', '--no-first-run'],
  });
  try {
    listeners.calls.splice(0);
    const page = await browser.newPage();
    await page.goto(`${site.origin}/calling`);
    await page.getByText('都试过了').first().waitFor();
    expect(new Set(listeners.calls.map((call) => call.split(/[ /]/, 1)[0]))).toEqual(new Set(['connection', 'GET', 'POST', 'datagram']));
  } finally {
    await browser.close();
  }
});
