import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { browserInstallation } from './browser.ts';

const installation = browserInstallation();

it("takes an invoice through both desks, each showing what it may do and the server's word", async () => {
  // The first reviewer: an empty reason is refused, a remark is passed on to the cashier.
  const first = await installation.signIn('finance@example.com');
  await first.goto(`${installation.server.address}/money/invoice?status=1`);
  const waiting = first.getByRole('link', { name: '审核', exact: true }).first();
  await waiting.click();
  await first.waitForURL('**/money/invoice/invoiceDetail/audit?id=*');
  const id = new URL(first.url()).searchParams.get('id') ?? '';
  await first.getByRole('heading', { name: '初审开票申请' }).waitFor();
  for (const card of ['发票信息', '收件信息', '初审信息', '开票信息', '订单明细'])
    await first.getByRole('heading', { name: card }).waitFor();
  // Steps that have not happened are one line each, not ten dashes.
  await first.getByRole('region', { name: '初审信息' }).getByText('尚未初审').waitFor();
  await first.getByRole('region', { name: '开票信息' }).getByText('尚未开票').waitFor();
  await first.getByRole('button', { name: '不通过' }).click();
  const dialog = first.getByRole('dialog');
  const send = dialog.getByRole('button', { name: /确\s?定/ });
  await send.click();
  await dialog.locator('.ant-form-item-explain').getByText('请输入原因').waitFor();
  await dialog.getByRole('button', { name: /取\s?消/ }).click();
  await first.getByRole('button', { name: '提交财务' }).click();
  await dialog.getByLabel('备注').fill('与到账一致');
  await send.click();
  await installation.message(first, '审核成功');
  // The list is in the same state as before.
  await first.waitForURL('**/money/invoice?status=1');
  // A decided invoice cannot be decided again: the page is read-only.
  await first.goto(`${installation.server.address}/money/invoice/invoiceDetail/audit?id=${id}`);
  await first.getByText('此发票当前状态为提交财务，仅可查看').waitFor();
  expect(await first.getByRole('button', { name: '提交财务' }).count()).toBe(0);

  // The cashier sees no orders of notarization, and issues the invoice.
  const cashier = await installation.signIn('cashier@example.com');
  await cashier.goto(`${installation.server.address}/money/just`);
  await cashier.getByText('没有权限访问此页面').waitFor();
  await cashier.goto(`${installation.server.address}/money/invoice/invoiceDetail/makeOut?id=${id}`);
  await cashier.getByRole('heading', { name: '财务开票审核' }).waitFor();
  await cashier.getByText('与到账一致').waitFor();
  await cashier.getByRole('button', { name: '查看订单详情' }).click();
  const orders = cashier.getByRole('dialog');
  await orders.getByText('支付状态').waitFor();
  expect(Math.round((await orders.boundingBox())?.width ?? 0)).toBeGreaterThan(1300);
  await cashier.keyboard.press('Escape');
  await cashier.getByRole('button', { name: '同意开票' }).click();
  const form = cashier.getByRole('dialog');
  await form.getByLabel('发票号码').waitFor();
  await form.getByRole('button', { name: /确\s?定/ }).click();
  await form.getByText('发票号码不能为空').waitFor();
  await form.getByLabel('发票号码').fill('26990000000987654321');
  await form.getByLabel('快递单号').fill('YS0000000001');
  const confirm = form.getByRole('button', { name: /确\s?定/ });
  await expect.poll(() => confirm.isEnabled()).toBe(true);
  await confirm.click();
  const question = cashier.getByRole('dialog', { name: '确认开票' });
  await question.getByText(/^确定向“.+”开具 [\d.]+ 元的.+吗？发票号码 26990000000987654321/).waitFor();
  await question.getByRole('button', { name: /确\s?定/ }).click();
  await installation.message(cashier, '审核成功');
  await cashier.waitForURL('**/money/invoice');

  await first.goto(`${installation.server.address}/money/invoice/invoiceDetail?id=${id}`);
  await first.getByRole('heading', { name: '查看开票详情' }).waitFor();
  await first.getByText('26990000000987654321').waitFor();
  await first.getByText('YS0000000001').waitFor();
  expect(installation.complaints).toEqual([]);
});

it('shows orders with their sums under the filters, and the months behind them', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.goto(`${installation.server.address}/money/just`);
  const totals = page.locator('.list-totals');
  await totals.getByText(/^共 \d+ 笔，所列订单金额合计 [\d.]+ 元/).waitFor();
  const all = await totals.textContent();
  await page.goto(`${installation.server.address}/money/just?pay=5`);
  await expect.poll(() => totals.textContent()).not.toBe(all);
  expect(new Set(await page.locator('tbody .cell-status').allTextContents())).toEqual(new Set(['已退款']));
  await page.getByRole('link', { name: '月度对账' }).click();
  await page.waitForURL('**/money/reconciliation');
  await page.getByRole('img', { name: '各月收入与退款' }).waitFor();
  expect(await page.locator('tbody tr').count()).toBe(12);
  await page.goto(`${installation.server.address}/money/customer?type=2&pay=2`);
  await totals.getByText(/^共 \d+ 笔，充值 \d+ 积分，消费 \d+ 积分$/).waitFor();
  expect(installation.complaints).toEqual([]);
});

it('opens an order as a page: its amount and status, and links to what belongs to it, in tabs of the browser too', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.goto(`${installation.server.address}/money/just?pay=5`);
  const number = page.locator('tbody').getByRole('link').first();
  await number.waitFor();
  const orderNo = (await number.innerText()).trim();
  const opened = page.context().waitForEvent('page');
  await number.click({ button: 'middle' });
  const tab = await opened;
  await tab.waitForURL(`**/money/order/${orderNo}`);
  const head = tab.getByRole('region', { name: '概要' });
  await head.getByText(orderNo).waitFor();
  await head.getByText(/^[\d.]+ 元$/).waitFor();
  await head.getByText('已退款').waitFor();
  expect(await tab.getByRole('navigation', { name: '面包屑' }).getByRole('listitem').allTextContents()).toEqual([
    '财务管理',
    '公证订单',
    '订单详情',
  ]);
  await tab.getByRole('region', { name: '支付信息' }).getByText('交易流水号').waitFor();
  await tab.getByRole('region', { name: '退款信息' }).getByText('退款订单号').waitFor();
  // The demo's orders were paid before there was anybody to record it.
  await tab.getByRole('tab', { name: '时间线' }).click();
  await tab.getByText('还没有记录').waitFor();
  await tab.getByRole('link', { name: '查看出证详情' }).click();
  await tab.getByRole('heading', { name: '出证详情' }).waitFor();
  await tab.getByRole('region', { name: '概要' }).getByText(orderNo).waitFor();
  // The way back.
  await tab.getByRole('link', { name: '查看订单' }).click();
  await tab.waitForURL(`**/money/order/${orderNo}`);

  // A recharge has its points, and its user is a link.
  await page.goto(`${installation.server.address}/money/customer?pay=2&limit=100`);
  await page.getByRole('row').filter({ hasText: '账户积分充值' }).getByRole('link').first().click();
  await page
    .getByRole('region', { name: '充值信息' })
    .getByText(/^\+\d+ 积分$/)
    .waitFor();
  const name = page.getByRole('region', { name: '订单信息' }).getByRole('link');
  await name.click();
  await page.getByRole('heading', { name: '用户详情' }).waitFor();
  for (const act of ['赠送积分', '申请删除']) await page.getByRole('region', { name: '概要' }).getByRole('button', { name: act }).waitFor();
  await page.getByRole('region', { name: '概要' }).getByRole('link', { name: '查看余额' }).waitFor();
  expect(installation.complaints).toEqual([]);
});

it('a page has the one above it whose link opened it; one whose address was typed has none, whatever was opened before', async () => {
  const page = await installation.signIn('admin@example.com');
  const crumbs = async (shown: Page) => {
    await shown.getByRole('heading', { name: '用户详情' }).waitFor();
    return shown.getByRole('navigation', { name: '面包屑' }).getByRole('listitem').allTextContents();
  };
  await page.goto(`${installation.server.address}/user/enterprise`);
  const name = page.locator('tbody').getByRole('link').first();
  const opened = page.context().waitForEvent('page');
  await name.click({ modifiers: ['ControlOrMeta'] });
  const tab = await opened;
  expect(await crumbs(tab)).toEqual(['用户管理', '企业用户认证', '用户详情']);
  await name.click();
  expect(await crumbs(page)).toEqual(['用户管理', '企业用户认证', '用户详情']);
  await page.reload();
  expect(await crumbs(page)).toEqual(['用户管理', '企业用户认证', '用户详情']);
  await page.goto(`${installation.server.address}/money/invoice`);
  await page.locator('tbody').getByRole('link').first().click();
  await page.waitForURL(/invoiceDetail/);
  await page.getByRole('heading', { name: '发票信息' }).waitFor();
  await page.goto(tab.url());
  expect(await crumbs(page)).toEqual(['用户管理', '用户详情']);
  expect(installation.complaints).toEqual([]);
});
