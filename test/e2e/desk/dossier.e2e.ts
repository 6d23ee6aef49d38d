import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { dossierRules } from '../../../src/domain/proof/dossier/lines/registry.ts';
import { readingInstallation } from '../browser.ts';
import { axeFindings } from '../appearance/axe.ts';
import { overflows } from '../appearance/every-screen.ts';

const installation = readingInstallation();
/** For a visual check after changes of styles: `PICTURES=<folder>` saves a screenshot of each. */
const folder = process.env['PICTURES'];
const lineCount = Object.keys(dossierRules).length;

async function picture(page: Page, name: string): Promise<void> {
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.screenshot({ path: join(folder, `${name}-whole.png`), fullPage: true });
}

/** The certificate of the first row, in a window of its own. */
async function certificateOf(page: Page, address: string, status: string, act: string): Promise<Page> {
  await page.goto(installation.server.address + address);
  const opened = page.waitForEvent('popup');
  await page.getByRole('row').filter({ hasText: status }).first().getByText(act).click();
  const certificate = await opened;
  await certificate.getByText('已由本机构日志锚定', { exact: true }).waitFor();
  return certificate;
}

/** In both themes, at the width of the office's screens. */
async function look(page: Page, name: string): Promise<void> {
  const sheet = page.getByRole('article', { name: '审查说明' });
  await sheet.getByText('现在的文件与存证时的文件是否相同').waitFor();
  expect(await sheet.locator('.dossier-line').count()).toBe(lineCount);
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-theme="${theme}"]`).waitFor({ state: 'attached' });
    expect(await overflows(page)).toEqual([]);
    expect(await axeFindings(page, { scope: theme === 'light' ? 'all' : 'colours' })).toEqual([]);
    await picture(page, `${name}-${theme}`);
  }
}

it('opens from the certificate of an evidence, fits, and its open page says the same on a telephone', async () => {
  const page = await installation.signIn('notary@example.com');
  const certificate = await certificateOf(page, '/evidence/certificate', '已上传', '查看详情');
  await certificate.getByRole('link', { name: '审查说明' }).click();
  await look(certificate, 'evidence');
  const address = await certificate.getByRole('region', { name: '公开页面' }).getByRole('link').getAttribute('href');
  expect(address).toMatch(/\/s\/[\w-]+\/dossier$/);

  const context = await installation.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'zh-CN' });
  const phone = await context.newPage();
  await phone.goto(new URL(new URL(address ?? '').pathname, installation.server.address).href);
  await phone.getByText('现在的文件与存证时的文件是否相同').waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const questions = Object.values(dossierRules).map(({ question }) => question);
  const text = (await phone.locator('body').textContent()) ?? '';
  expect(questions.filter((question) => !text.includes(question))).toEqual([]);
  for (const theme of ['light', 'dark'] as const) {
    await phone.emulateMedia({ colorScheme: theme });
    await picture(phone, `phone-${theme}`);
  }
  expect(installation.complaints).toEqual([]);
});

it('opens from the certificate of a web capture too', async () => {
  const page = await installation.signIn('admin@example.com');
  const certificate = await certificateOf(page, '/online/web?status=SUCCESSED', '取证成功', '查看证书');
  await certificate.getByRole('link', { name: '审查说明' }).click();
  await look(certificate, 'capture');
  expect(installation.complaints).toEqual([]);
});
