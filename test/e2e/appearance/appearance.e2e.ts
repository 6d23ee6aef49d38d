import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { colours } from '../../../src/console/kit/ui/theme.ts';
import { formatDay } from '../../../src/domain/kit/text/time.ts';
import { browserInstallation } from '../browser.ts';
import { settled } from './every-screen.ts';

const installation = browserInstallation({ WATERMARK: '1' });

async function openSettings(page: Page): Promise<Locator> {
  await page.locator('.top-name').click();
  await page.getByRole('button', { name: '个人设置' }).click();
  const dialog = page.getByRole('dialog', { name: '个人设置' });
  await dialog.waitFor();
  return dialog;
}

async function choose(page: Page, group: string, value: string): Promise<void> {
  const dialog = await openSettings(page);
  await dialog.getByRole('group', { name: group }).getByRole('radio', { name: value }).check();
  await dialog.getByRole('button', { name: /close|关闭/i }).click();
  await dialog.waitFor({ state: 'hidden' });
}

const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const rgb = (hex: string) => `rgb(${(hex.slice(1).match(/../g) ?? []).map((part) => Number.parseInt(part, 16)).join(', ')})`;
const [lightGround, darkGround] = [rgb(colours.light.ground), rgb(colours.dark.ground)];

it('the theme is chosen on the device or follows the system, stands before the first paint, and never gets onto paper', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.goto(`${installation.server.address}/user/enterprise`);
  await settled(page);
  expect(await groundOf(page)).toBe(lightGround);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => groundOf(page)).toBe(darkGround);
  await choose(page, '主题', '浅色');
  expect(await groundOf(page)).toBe(lightGround);
  await page.emulateMedia({ colorScheme: 'light' });
  await choose(page, '主题', '深色');
  expect(await groundOf(page)).toBe(darkGround);

  // antd's components too.
  await page.locator('.ant-select').first().click();
  const panel = page.locator('.ant-select-dropdown').first();
  await panel.waitFor();
  expect(await panel.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(rgb(colours.dark['panel-raised']));
  await page.keyboard.press('Escape');

  await page.addInitScript(() => {
    const seen = window as unknown as { atBody?: string };
    new MutationObserver((_changes, observer) => {
      if (!document.body) return;
      seen.atBody = document.documentElement.dataset['theme'] ?? 'none';
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  expect(await page.evaluate(() => (window as unknown as { atBody?: string }).atBody)).toBe('dark');
  await settled(page);

  await page.emulateMedia({ media: 'print' });
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--panel'))).toBe(colours.light.panel);
  await page.emulateMedia({ media: 'screen' });
  // Another tab of the same browser follows.
  const other = await page.context().newPage();
  await other.goto(`${installation.server.address}/app/feedback`);
  expect(await groundOf(other)).toBe(darkGround);
  await choose(other, '主题', '浅色');
  await expect.poll(() => groundOf(page)).toBe(lightGround);
  expect(installation.complaints).toEqual([]);
});

it('compact rows and controls are lower, on every screen', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.goto(`${installation.server.address}/user/enterprise`);
  await settled(page);
  const heights = async () =>
    Promise.all(
      ['tbody tr >> nth=0', '.filters .btn >> nth=0', '.filters .ant-picker >> nth=0'].map(async (place) =>
        Math.round((await page.locator(place).boundingBox())?.height ?? 0),
      ),
    );
  expect(await heights()).toEqual([40, 32, 32]);
  await choose(page, '密度', '紧凑');
  expect(await heights()).toEqual([34, 28, 28]);
  await page.reload();
  await settled(page);
  expect(await heights()).toEqual([34, 28, 28]);
});

it('the watermark lies over page, dialog and print, names the operator and the day, and takes no click', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.goto(`${installation.server.address}/evidence/EnterpriseCertificate`);
  await settled(page);
  const name = await page.locator('.top-realname').textContent();
  const mark = page.locator('.watermark');
  const text = decodeURIComponent((await mark.getAttribute('style')) ?? '');
  expect(text).toMatch(new RegExp(`${name} \\d{4} ${formatDay(new Date())}`));

  await openSettings(page);
  const layers = await page.evaluate(() =>
    ['.watermark', '.ant-modal-wrap'].map((place) => {
      const element = document.querySelector(place);
      return element ? Number(getComputedStyle(element).zIndex) : 0;
    }),
  );
  expect(layers[0]).toBeGreaterThan(layers[1] ?? 0);
  expect(await mark.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1366, height: 768 });
  await page.getByRole('dialog').getByRole('radio', { name: '紧凑' }).check(); // through the watermark
  await page.getByRole('dialog').getByRole('radio', { name: '标准' }).check();
  await page.keyboard.press('Escape');
  await page.emulateMedia({ media: 'print' });
  expect(await mark.isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });

  const opening = page.context().waitForEvent('page');
  await page.locator('tbody tr').first().getByRole('link').first().click();
  const certificate = await opening;
  const print = certificate.getByRole('button', { name: /打印/ });
  await print.waitFor();
  await certificate.evaluate(() => {
    // The dialog of a real print would block the test.
    const stay = () => undefined;
    new MutationObserver(() => {
      for (const frame of document.querySelectorAll('iframe')) if (frame.contentWindow) frame.contentWindow.print = stay;
    }).observe(document.body, { childList: true });
  });
  await print.click();
  await certificate
    .getByRole('dialog', { name: '打印证书' })
    .getByRole('button', { name: /确\s?定/ })
    .click();
  const paper = certificate.frameLocator('iframe[title^="存证证书-"]');
  await paper.locator('.sheet').waitFor({ state: 'attached' });
  expect(await paper.locator('.watermark').count()).toBe(1);
});

it('tabs keep scroll, filters and drafts; middle click and 关闭其他 close, and ask where something would be lost', async () => {
  const page = await installation.signIn('admin@example.com');
  await choose(page, '页签', '开启');
  const tabs = page.getByRole('navigation', { name: '已打开的页面' });
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const tab = (name: string | RegExp) => tabs.getByRole('button', { name, exact: true });
  const shown = () => tabs.locator('.tab').allTextContents();
  await tabs.waitFor();
  await menu.getByRole('link', { name: '操作日志' }).click();
  await settled(page);
  await page
    .getByRole('link', { name: '2', exact: true })
    .or(page.getByRole('button', { name: '2', exact: true }))
    .first()
    .click();
  await page.waitForURL(/page=2/);
  await settled(page);
  const rows = page.locator('.list-scroll:visible');
  await page.setViewportSize({ width: 1366, height: 520 });
  await rows.evaluate((element) => element.scrollTo({ top: 90 }));
  expect(await rows.evaluate((element) => element.scrollTop)).toBe(90);

  await menu.getByRole('link', { name: '账号管理' }).click();
  await page.locator('main').getByText('新增账号').click();
  await page.locator('main input:visible').first().fill('尚未提交');
  await tab('操作日志').click();
  expect(page.url()).toContain('page=2');
  expect(await rows.evaluate((element) => element.scrollTop)).toBe(90);
  expect(await shown()).toHaveLength(4);
  await tab(/^新增账号/).click();
  expect(await page.locator('main input:visible').first().inputValue()).toBe('尚未提交');
  await tab('操作日志').click();

  // A dialog is hidden with its screen.
  await page.locator('tbody tr:visible').first().getByText('详情').click();
  const detail = page.getByRole('dialog');
  await detail.waitFor();
  await page.goBack();
  await page.locator('main input:visible').first().waitFor();
  expect(await detail.count()).toBe(0);
  await page.goForward();
  await detail.waitFor();
  await page.keyboard.press('Escape');

  await tabs.getByRole('button', { name: '关闭其他' }).click();
  const question = page.getByRole('dialog', { name: '内容尚未提交' });
  await question.getByRole('button', { name: '继续编辑' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(await shown()).toHaveLength(4);
  await tab(/^账号管理/).click({ button: 'middle' });
  expect(await shown()).toHaveLength(3);
  await tabs.getByRole('button', { name: '关闭其他' }).click();
  await question.getByRole('button', { name: '离开' }).click();
  await expect.poll(shown).toEqual(['操作日志']);
  await page.reload();
  await expect.poll(shown).toEqual(['操作日志']);
  // Nothing is left that would ask before leaving.
  expect(await page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(true);
  await choose(page, '页签', '关闭');
  expect(await tabs.count()).toBe(0);
  expect(installation.complaints).toEqual([]);
});

it('a word that is cut off is read in full by keyboard and by pointer', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.setViewportSize({ width: 1100, height: 768 });
  await page.goto(`${installation.server.address}/authority/trail`);
  await settled(page);
  const cut = page.locator('tbody .cut[tabindex="0"]').first();
  await cut.waitFor();
  const full = await cut.getAttribute('data-full');
  const tip = page.getByRole('tooltip', { includeHidden: true });
  await page.locator('.list-tools .tool').last().focus();
  for (let step = 0; step < 80 && !(await cut.evaluate((element) => element === document.activeElement)); step += 1)
    await page.keyboard.press('Tab');
  expect(await tip.textContent()).toBe(full);
  await page.keyboard.press('Escape');
  expect(await tip.count()).toBe(0);
  await page.mouse.move(0, 0);
  await cut.hover();
  await tip.waitFor();
  expect(await tip.textContent()).toBe(full);
});

it('at a zoom of 200 % the menu begins narrow, every page of it in reach, and the choice for large windows stays', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.goto(`${installation.server.address}/user/enterprise`);
  await settled(page);
  const width = async () => Math.round((await page.locator('.side').boundingBox())?.width ?? 0);
  expect(await width()).toBe(208);
  await page.setViewportSize({ width: 683, height: 384 });
  await expect.poll(width).toBe(48);
  for (const group of await page.locator('.side-group').all()) {
    await group.locator('.side-title').focus();
    for (const link of await group.locator('.side-page').all()) {
      const box = await link.boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(384);
    }
  }
  await page.getByRole('button', { name: '展开菜单' }).click();
  await expect.poll(width).toBe(208);
  await page.setViewportSize({ width: 1366, height: 768 });
  // Two sizes within one frame are no change for the page, so it must have been rendered large.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.setViewportSize({ width: 683, height: 384 });
  await expect.poll(width).toBe(48);
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect.poll(width).toBe(208);
});
