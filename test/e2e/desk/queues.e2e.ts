import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { ApplicationDetail } from '../../../src/contract/console/notarizations.ts';
import { browserInstallation } from '../browser.ts';
import { lookAtPieces } from '../look-at-pieces.ts';
import { inDatabase } from '../platform.ts';

const installation = browserInstallation();

const reviewOf = (page: Page) => page.getByRole('complementary', { name: '审核' });
/** The title of the case; the queue shows one at a time. */
const titleOf = async (page: Page) => (await reviewOf(page).getByRole('heading').textContent()) ?? '';

async function openQueue(page: Page, kind: string): Promise<void> {
  await page.goto(`${installation.server.address}/queue/${kind}`);
  await reviewOf(page).getByRole('heading').filter({ hasText: /./ }).waitFor();
  await page.getByText(/^第 1 件，共 \d+ 件$/).waitFor();
}

/** The count beside the position. */
async function countOf(page: Page): Promise<number> {
  return Number(/共 (\d+) 件/.exec((await page.getByText(/^第 \d+ 件，共 \d+ 件$/).textContent()) ?? '')?.[1]);
}

/** Presses keys, four at most, and waits until the preloaded case is shown. */
async function decide(page: Page, keys: readonly string[]): Promise<void> {
  expect(keys.length).toBeLessThanOrEqual(4);
  await reviewOf(page).getByRole('heading').filter({ hasText: /./ }).waitFor();
  const before = await countOf(page);
  for (const [at, key] of keys.entries()) {
    // The first one submits the reason, the second one answers the question.
    if (key === 'Enter' && keys[at - 1] === 'Enter')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /确\s?定/ })
        .and(page.locator(':focus'))
        .waitFor();
    await page.keyboard.press(key);
  }
  await installation.message(page, keys[0] === '2' ? '审核成功，未通过：' : '审核成功，已');
  // One message takes the place of the one before it.
  expect(await page.locator('.toast').count()).toBeLessThanOrEqual(1);
  await expect.poll(() => countOf(page)).toBe(before - 1);
}

const approve = ['1', 'Control+Enter'];
const reject = ['2', 'Alt+1', 'Enter'];

/** Repeats the list until it has this length. */
const turns = <Keys>(count: number, of: readonly Keys[]): Keys[] => Array.from({ length: count }, (_, at) => of[at % of.length] as Keys);

it('decides 20 users, 20 applications and 20 invoices without a mouse, with four keys each at most beside one for each piece', async () => {
  const reviewer = await installation.signIn('reviewer@example.com');
  await openQueue(reviewer, 'individual');
  for (const keys of turns(18, [approve, reject, ['2', 'Alt+1', 'Alt+2', 'Control+Enter'], approve])) await decide(reviewer, keys);
  await reviewer.getByText('本次已处理 18 件').waitFor();
  await openQueue(reviewer, 'enterprise-repair');
  for (const keys of [approve, reject]) await decide(reviewer, keys);

  const notary = await installation.signIn('notary@example.com');
  await openQueue(notary, 'notarization');
  for (const choice of turns(20, ['1', '2', '1'])) {
    if (choice === '1') await lookAtPieces(notary);
    await decide(notary, [choice, 'Alt+1', 'Enter', 'Enter']);
  }

  const finance = await installation.signIn('finance@example.com');
  await openQueue(finance, 'invoice-first');
  for (const keys of turns(20, [approve, [...reject, 'Enter'], approve])) await decide(finance, keys);
  expect(installation.complaints).toEqual([]);
});

it('shows the next case from what it asked for before the decision, and asks for it once', async () => {
  const page = await installation.signIn('reviewer@example.com');
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/user/userDetail') && asked.push(request.url()));
  await openQueue(page, 'enterprise');
  await expect.poll(() => asked.length).toBe(2);
  const first = await titleOf(page);
  // Later requests are blocked: the next case is on the screen nevertheless.
  await page.route('**/api/ajax/queue/take', async () => undefined);
  await page.keyboard.press('1');
  await page.keyboard.press('Control+Enter');
  await installation.message(page, `审核成功，已通过：${first}`);
  await expect.poll(() => titleOf(page)).not.toBe(first);
  await reviewOf(page).getByRole('radio', { name: '不通过' }).waitFor();
  expect(asked).toHaveLength(2);
});

it('leaves out what another has in hand, and says who; what was skipped comes at the end of the round', async () => {
  const [one, two] = [await installation.signIn('reviewer@example.com'), await installation.signIn('admin@example.com')];
  await openQueue(one, 'individual-repair');
  const title = await titleOf(one);
  await openQueue(two, 'individual-repair');
  expect(await titleOf(two)).not.toBe(title);
  await two.getByRole('button', { name: /^他人处理中 \d+ 件$/ }).click();
  await two
    .getByText(/^陆清越自 \d{4}-.*起$/)
    .first()
    .waitFor();

  // After 2 the cursor is in the reason: letters are letters, and a template leaves them as they are.
  await one.keyboard.press('2');
  await one.keyboard.type('12nt');
  expect(await reviewOf(one).getByRole('textbox').inputValue()).toBe('12nt');
  await one.keyboard.press('Alt+1');
  await reviewOf(one).getByRole('button', { name: '证件已过有效期' }).click();
  expect(await reviewOf(one).getByRole('textbox').inputValue()).toBe('12nt；证件已过有效期');
  await reviewOf(one).getByRole('textbox').fill('');
  await one.keyboard.press('Shift+Tab');
  await one.keyboard.press('1');
  await one.keyboard.press('n');
  await one.getByRole('dialog').getByRole('button', { name: '离开' }).click();
  await expect.poll(() => titleOf(one)).not.toBe(title);
});

it('is shut to a role that may open the page and not decide', async () => {
  const page = await installation.signIn('finance@example.com');
  await page.goto(`${installation.server.address}/queue/enterprise`);
  await page.getByText('没有权限访问此页面').waitFor();
});

it('offers 通过 once each piece was shown, and says what was found of each now', async () => {
  const page = await installation.signIn('notary2@example.com');
  const cases: ApplicationDetail[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/api/data/evidencesDetail')) cases.push(((await response.json()) as { data: ApplicationDetail }).data);
  });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/data/saveDataDetail*', async (route) => {
    await held;
    await route.continue();
  });
  await openQueue(page, 'notarization');
  await expect.poll(() => cases.length).toBe(2);
  const [first, second] = cases;
  if (!first || !second) throw new Error('both were asked for');
  await rm(await fileOf(second.pieces[0]?.baoquan ?? ''));

  const pass = reviewOf(page).getByRole('radio', { name: '通过', exact: true });
  await page.keyboard.press('1');
  await reviewOf(page).locator('.decision-fault').getByText(`还有 ${first.num} 件未查看`).waitFor();
  expect(await pass.isDisabled()).toBe(true);
  release();
  await lookAtPieces(page);
  const evidence = page.getByRole('region', { name: '证据', exact: true });
  await evidence.getByText(/^完好，\d+ 个文件的哈希与存证一致$/).waitFor();

  // A file of the next application is gone since a while that nobody knows of.
  await page.keyboard.press('n');
  await expect.poll(() => reviewOf(page).textContent()).toContain(second.orderNo);
  await evidence.getByText(/^缺失，/).waitFor();
  await reviewOf(page).getByText('通过：第 1 件证据缺失，不能通过').waitFor();
  expect(await pass.isDisabled()).toBe(true);
});

/** The file of an evidence in the store of the server. */
async function fileOf(number: string): Promise<string> {
  const { dataDir } = installation.server;
  const { sha256 } = await inDatabase(dataDir, (db) =>
    db
      .selectFrom('evidence_file')
      .innerJoin('evidence', 'evidence.id', 'evidence_id')
      .select('sha256')
      .where('number', '=', number)
      .where('role', '=', 'original')
      .executeTakeFirstOrThrow(),
  );
  return join(dataDir, 'objects', 'sha256', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
}
