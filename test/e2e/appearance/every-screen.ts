import type { Page } from 'playwright-core';
import { invoiceStatus } from '../../../src/domain/business/codes/invoices.ts';
import { userListStatus } from '../../../src/domain/business/codes/users.ts';
import { matchScreen, screens } from '../../../src/console/app/screens.tsx';
import type { RunningServer } from '../../installation/servers/running-server.ts';
import { intake, type Key } from '../intake-client.ts';
import { inDatabase } from '../platform.ts';

/**
 * Visits every screen once; a screen with an object shows one that a list of the demo links to.
 * @param look called with the screen's pattern once it is rendered.
 * @returns the address of each, by pattern.
 */
export async function eachScreen(
  page: Page,
  server: RunningServer,
  look: (pattern: string) => Promise<void> = async () => undefined,
): Promise<Map<string, string>> {
  await addEndpoint(server);
  await addFork(server);
  const gone = new Map<string, string>();
  const linked = new Map<string, string>();
  const visit = async (address: string): Promise<void> => {
    await page.goto(server.address + address);
    await settled(page);
    for (const link of await page.locator('main a[href^="/"]').evaluateAll((links) => links.map((one) => one.getAttribute('href') ?? ''))) {
      const pattern = matchScreen(link.split('?')[0] ?? '')?.screen.path;
      if (pattern !== undefined && isDetail(pattern) && !linked.has(pattern) && (pattern.includes(':') || link.includes('?')))
        linked.set(pattern, link);
    }
  };
  for (const address of richLists) await visit(address);
  const isReady = ({ path }: { readonly path: string }) => !gone.has(path) && (!isDetail(path) || linked.has(path));
  // Screens that another screen links to are visited after it.
  for (let next = screens.find(isReady); next; next = screens.find(isReady)) {
    const address = linked.get(next.path) ?? next.path;
    gone.set(next.path, address);
    await visit(address);
    await look(next.path);
  }
  return gone;
}

/** The demo has clients, but no endpoints. Nothing is ever sent to this one. */
async function addEndpoint(server: RunningServer): Promise<void> {
  const key = JSON.parse(await server.admin('client', 'create', '--name', '门户网站')) as Key;
  const endpoint = { unique_id: 'endpoint', url: 'https://hooks.example.com/notary', types: ['webhook.disabled'] };
  const { status } = await intake(server.address, key, 'POST', '/open/v1/webhooks', JSON.stringify(endpoint));
  if (status !== 200) throw new Error(`the endpoint was refused (${status})`);
}

/** No witness of the demo shows another history of the log. This one is so far ahead that it holds nothing back. */
async function addFork({ dataDir }: RunningServer): Promise<void> {
  const shown = {
    shown_size: '9999999',
    shown_root: Buffer.alloc(32, 7),
    shown_note: 'notary.example/log\n9999999\nBwcH\n\n— notary.example/log BwcH\n',
  };
  const conflict = { url: 'https://court.example', witness: 'court.example/w1', kind: 'ahead' as const, asked_size: '1', newest_size: '1' };
  await inDatabase(dataDir, (db) =>
    db
      .insertInto('witness_conflict')
      .values({ ...conflict, ...shown, told_size: '9999999', held_from: '9999999' })
      .execute(),
  );
}

const richLists = [
  `/user/individual?status=${userListStatus.code('supplementary')}`,
  `/money/invoice?status=${invoiceStatus.code('issued')}`,
  `/money/invoice?status=${invoiceStatus.code('submitted')}`,
];

/** Pages of one object. */
function isDetail(pattern: string): boolean {
  return pattern.includes(':') || /Detail|makeOut|audit/.test(pattern);
}

/** Waits until nothing is loading any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.title-row h1').waitFor();
  // A page with an event stream is never network-idle.
  for (const busy of ['.top-loading', '[aria-busy="true"]', '.top-loading']) await page.locator(busy).first().waitFor({ state: 'hidden' });
  await page.evaluate(() => document.fonts.ready);
}

/** Layout faults: a page that scrolls sideways, or a text that does not fit its button, tab or label. */
export async function overflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = [...document.querySelectorAll<HTMLElement>('html, .frame, .frame-content, .top, .side, .list-tools, .pager, .card')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${element.className || element.tagName} is ${element.scrollWidth} wide in ${element.clientWidth}`);
    const words = [...document.querySelectorAll<HTMLElement>('button.btn, a.btn, .status, label, .list-table th, .side-page, .tick')]
      .filter((element) => element.offsetParent !== null && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      .map((element) => `「${element.textContent}」 is ${element.scrollWidth} wide in ${element.clientWidth}`);
    return [...wide, ...words];
  });
}

/** Controls that cannot be scrolled into view. */
export async function unreachable(page: Page): Promise<string[]> {
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
