import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { refundApplication } from '../../../src/server/business/payments/refund.ts';
import { browserInstallation } from '../browser.ts';
import { listRows } from '../list-rows.ts';
import { lookAtPieces } from '../look-at-pieces.ts';
import { inDatabase } from '../platform.ts';

// A working day without a mouse: everything is reached with keys alone. `PICTURES` saves screenshots.
const installation = browserInstallation();
const folder = process.env['PICTURES'];

async function picture(page: Page, name: string): Promise<void> {
  if (folder !== undefined) await page.screenshot({ path: join(folder, `day-${name}.png`) });
}

/** The accessible name of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return '';
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    const label = isField ? element.labels?.[0]?.textContent : '';
    return (element.getAttribute('aria-label') ?? (label || element.textContent || element.getAttribute('placeholder') || '')).trim();
  });

/** Presses Tab until a control with that name has the focus. @param most maximum number of presses. */
async function tabTo(page: Page, name: RegExp, most: number, back = false): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step <= most; step += 1) {
    const here = await focused(page);
    if (name.test(here)) return;
    passed.push(here.slice(0, 12));
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`${name} is further than ${most} keys: ${passed.join(', ')}`);
}

/** Moves to a row of the page from its first one. */
async function toRow(page: Page, row: Locator): Promise<void> {
  await expect.poll(() => page.locator('.list-table').getAttribute('data-old')).not.toBe('true');
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('k');
  for (let step = 0; step < 10 && (await row.getAttribute('aria-current')) === null; step += 1) await page.keyboard.press('j');
  expect(await row.getAttribute('aria-current')).toBe('true');
}
/**
 * Presses single keys one after the other. None waits until the page has taken the one before: a sequence has a limit of time. One that is
 * held with another is pressed by itself, or it is held while the next ones are pressed.
 */
const enter = (page: Page, ...keys: string[]) => Promise.all(keys.map((key) => page.keyboard.press(key)));
/** Answers the open question, whose 确定 has the focus. */
async function confirm(page: Page, title: string | RegExp): Promise<void> {
  const question = page.getByRole('dialog', { name: title });
  await question
    .getByRole('button', { name: /确\s?定/ })
    .and(page.locator(':focus'))
    .waitFor();
  await page.keyboard.press('Enter');
}

async function signInByKeys(username: string): Promise<Page> {
  const page = await installation.open('/login');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('username');
  await page.keyboard.type(username);
  await enter(page, 'Tab');
  await page.keyboard.type('Demo2026');
  await tabTo(page, /验证码/, 3);
  await page.keyboard.type('test');
  await enter(page, 'Enter');
  await page.getByText('退出登录').waitFor();
  return page;
}

/** The number of an issued invoice, one of whose orders is refunded here. */
async function refundedInvoice(): Promise<string> {
  return inDatabase(installation.server.dataDir, (db) =>
    db.transaction().execute(async (tx) => {
      const order = await tx
        .selectFrom('notarization_order as o')
        .innerJoin('invoice as i', 'i.id', 'o.invoice_id')
        .select(['o.id', 'o.order_no', 'o.user_id', 'o.trade_no', 'o.amount_fen', 'o.pay_status', 'o.invoice_id', 'i.deal_num'])
        .where('i.status', '=', 'issued')
        .where('o.pay_status', '=', 'paid')
        .orderBy('o.id', 'desc')
        .executeTakeFirstOrThrow();
      await refundApplication(tx, order, '申请未通过', { kind: 'system', id: '', name: '测试', ip: '' });
      return order.deal_num;
    }),
  );
}

it('the cashier issues an invoice, finds it by its number, and takes back one whose order was refunded', async () => {
  const page = await signInByKeys('cashier@example.com');
  await listRows(page).first().waitFor();
  await enter(page, 'g', '7');
  const review = page.getByRole('complementary', { name: '审核' });
  await review.getByRole('heading').filter({ hasText: /./ }).waitFor();
  await page
    .getByRole('region', { name: '订单明细' })
    .getByText(/^20\d{6}[0-9A-F]{16}$/)
    .first()
    .waitFor();
  await enter(page, '1');
  await review.getByLabel('发票代码').and(page.locator(':focus')).waitFor();
  await picture(page, 'issue');
  await enter(page, 'Tab');
  await page.keyboard.type('26112000000012345678');
  await enter(page, 'Tab');
  await page.keyboard.type('SF1234567890');
  await enter(page, 'Control+Enter');
  await confirm(page, '确认开票');
  await page.getByText('本次已处理 1 件').waitFor();

  // It is found by its number.
  await enter(page, 'Control+k');
  await page.keyboard.type('26112000000012345678');
  await page.getByRole('option').first().waitFor();
  await enter(page, 'Enter');
  await page.waitForURL(/invoiceDetail\?id=/);
  await page.getByText('26112000000012345678').first().waitFor();
  await picture(page, 'issued');

  const number = await refundedInvoice();
  await enter(page, 'Control+k');
  await page.keyboard.type(number);
  await page.getByRole('option').first().waitFor();
  await enter(page, 'Enter');
  await page.getByText(number).first().waitFor();
  await tabTo(page, /^红冲$/, 40);
  await enter(page, 'Enter');
  const dialog = page.getByRole('dialog', { name: '发票红冲' });
  await dialog.getByLabel('红字发票号码').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('26112000000087654321');
  await picture(page, 'taken-back');
  await tabTo(page, /^确\s?定$/, 6);
  await enter(page, 'Enter');
  await confirm(page, '确认红冲');
  await page.getByText('26112000000087654321').first().waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(installation.complaints).toEqual([]);
});

it('the administrator makes a role and an account, disables it, hands work over, and reads logs and the state of the system', async () => {
  const page = await signInByKeys('admin@example.com');
  await listRows(page).first().waitFor();
  await enter(page, 'g', 'j');
  await page.waitForURL(/\/authority\/role$/);
  await listRows(page).first().waitFor();
  await enter(page, 'j');
  await tabTo(page, /^新增角色$/, 12, true);
  await enter(page, 'Enter');
  await page.getByLabel('角色名称').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('档案员');
  await tabTo(page, /^角色描述/, 3);
  await page.keyboard.type('只看证据');
  await tabTo(page, /^企业存证列表/, 40);
  await enter(page, 'Space');
  await tabTo(page, /^确认新增$/, 90);
  await enter(page, 'Enter');
  await installation.message(page, '新增成功');

  await enter(page, 'g', 'z');
  await page.waitForURL(/\/authority\/account$/);
  await listRows(page).first().waitFor();
  await enter(page, 'j');
  await tabTo(page, /^新增账号$/, 12, true);
  await enter(page, 'Enter');
  await page.getByLabel('用户名').and(page.locator(':focus')).waitFor();
  for (const [name, text] of [
    [/^用户名/, 'archive@example.com'],
    [/^密码/, 'Archive2026'],
    [/^姓名/, '周档案'],
    [/^手机号/, '13800000001'],
  ] as const) {
    await tabTo(page, name, 3);
    await page.keyboard.type(text);
  }
  await enter(page, 'Tab');
  for (let step = 0; step < 10 && (await focused(page)) !== '档案员'; step += 1) await enter(page, 'ArrowDown');
  expect(await focused(page)).toBe('档案员');
  await picture(page, 'account');
  await tabTo(page, /^确认新增$/, 12);
  await enter(page, 'Enter');
  await installation.message(page, '新增成功');

  // The newest row is first: 禁用 is two keys from it.
  const own = listRows(page).filter({ hasText: 'archive@example.com' });
  await own.waitFor();
  await toRow(page, own);
  await tabTo(page, /^禁用$/, 4);
  await enter(page, 'Enter');
  await confirm(page, '禁用账号');
  // The button that replaces it gets its focus.
  await expect.poll(() => focused(page)).toBe('启用');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await enter(page, 'g', 'a');
  await page.getByRole('heading', { name: '出证申请' }).waitFor();
  await listRows(page).first().waitFor();
  const box = page.locator('.list-table tbody .cell-select input');
  const free = await box.evaluateAll((all) => all.findIndex((one) => !(one as HTMLInputElement).disabled));
  await toRow(page, listRows(page).nth(free));
  await enter(page, 'x');
  await tabTo(page, /^转派受理人$/, 20, true);
  await enter(page, 'Enter');
  const over = page.getByRole('dialog', { name: '转派受理人（1 份）' });
  await over.getByRole('combobox').and(page.locator(':focus')).waitFor();
  await enter(page, 'ArrowDown');
  await page.locator('.ant-select-item-option').first().waitFor();
  await enter(page, 'ArrowDown', 'Enter');
  await tabTo(page, /^确\s?定$/, 4);
  await picture(page, 'hand-over');
  await enter(page, 'Enter');
  await page.getByRole('dialog', { name: '转派受理人', exact: true }).waitFor();
  await enter(page, 'Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  for (const [key, path] of [
    ['l', '/authority/log'],
    ['q', '/authority/userLog'],
    ['t', '/authority/trail'],
  ] as const) {
    await enter(page, 'g', key);
    await page.waitForURL(`**${path}`);
    await listRows(page).first().waitFor();
  }
  await enter(page, 'j', 'Enter');
  await page.getByRole('dialog').waitFor();
  await enter(page, 'Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await enter(page, 'g', '9');
  await page.waitForURL('**/office/status');
  await page.getByRole('button', { name: '重新检查' }).waitFor();
  await picture(page, 'status');
  expect(installation.complaints).toEqual([]);
});

it('a notary takes the oldest application in hand, tells a colleague of it, decides, and goes on', async () => {
  const page = await signInByKeys('notary2@example.com');
  await listRows(page).first().waitFor();
  await enter(page, 'g', 'a');
  await page.getByRole('heading', { name: '出证申请' }).waitFor();
  await listRows(page).first().waitFor();
  await enter(page, 'j');
  await page.locator('tr[aria-current]').waitFor();
  while ((await page.locator('tr[aria-current]').getByRole('link', { name: '查看' }).count()) === 0) await enter(page, 'j');
  await enter(page, 'Enter');
  const side = page.getByRole('complementary', { name: '备注与动态' });
  await side.waitFor();
  await enter(page, 'c');
  await page.keyboard.type('请 @');
  await side.getByRole('option').first().waitFor();
  await picture(page, 'mention');
  await enter(page, 'Enter');
  await page.keyboard.type('核对领取人');
  await enter(page, 'Control+Enter');
  await side.getByRole('list', { name: '备注' }).getByText('核对领取人').waitFor();
  await enter(page, 'Tab');

  await enter(page, 'g', '5');
  const review = page.getByRole('complementary', { name: '审核' });
  await review.getByRole('heading').filter({ hasText: /./ }).waitFor();
  await page.getByText(/^第 1 件，共 \d+ 件$/).waitFor();
  const title = await review.getByText(/^20\d{6}[0-9A-F]{16}/).innerText();
  await lookAtPieces(page);
  await page.keyboard.press('1');
  await page.keyboard.press('Alt+1');
  await enter(page, 'Enter');
  await picture(page, 'pass');
  await confirm(page, '确认通过');
  await page.getByText('本次已处理 1 件').waitFor();
  await expect.poll(() => review.getByText(/^20\d{6}[0-9A-F]{16}/).innerText()).not.toBe(title);

  // The next one is refused: its applicant was refunded, which its page shows.
  const [refused = ''] = (await review.getByText(/^20\d{6}[0-9A-F]{16}/).innerText()).match(/^\w+/) ?? [];
  await page.keyboard.press('2');
  await page.keyboard.press('Alt+1');
  await enter(page, 'Enter');
  await confirm(page, '确认不通过');
  await page.getByText('本次已处理 2 件').waitFor();
  await enter(page, 'Control+k');
  await page.keyboard.type(refused);
  await page.getByRole('option').filter({ hasText: refused }).first().waitFor();
  await enter(page, 'Enter');
  const order = page.getByRole('region', { name: '订单信息' });
  await order.getByText('退款订单号').waitFor();
  await order.getByText('未通过（已退款）').waitFor();
  await picture(page, 'refunded');
  expect(installation.complaints).toEqual([]);
});
