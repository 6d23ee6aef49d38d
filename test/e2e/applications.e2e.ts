import type { Page, Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { browserInstallation } from './browser.ts';
import { intake, type Key } from './intake-client.ts';
import { lookAtPieces } from './look-at-pieces.ts';

const installation = browserInstallation();

interface Evidence {
  readonly baoquan: string;
  readonly userId: string;
}
interface Application {
  readonly orderId: string;
  readonly order_no: string;
  readonly money: string;
}

/** Calls the API as the operator of a page. */
async function ask<Data>(page: Page, path: string, form?: Record<string, string>): Promise<Data> {
  const headers = { authorization: `Bearer ${await page.evaluate(() => sessionStorage.getItem('token') ?? '')}` };
  const address = installation.server.address + path;
  const reply = await (form ? page.request.post(address, { headers, form }) : page.request.get(address, { headers }));
  return ((await reply.json()) as { data: Data }).data;
}

const isByItself = (request: Request) => request.headers()['x-background'] === '1';

it('takes an application from its payment to a document, another to its refund, and shows a notary neither before he accepts', async () => {
  // For now only the first of the two notaries accepts applications; two applications for a person's evidence are made and paid.
  const admin = await installation.signIn('admin@example.com');
  await ask(admin, '/api/ajax/power/acceptEnable', { id: '4', is_accepted: '2' });
  const [held] = (await ask<{ list: Evidence[] }>(admin, '/api/ajax/data/getSaveDataList?type=1&status=1&limit=1')).list;
  const site = JSON.parse(await installation.server.admin('client', 'create', '--name', '门户网站')) as Key;
  const applicant = {
    name: '申屠安',
    mobile: '10000000077',
    idcard: '990000199001011234',
    address: '东海市科创路8号',
    email: 'someone@example.com',
  };
  const applied: Application[] = [];
  for (const name of ['first', 'second']) {
    const made = await intake(
      installation.server.address,
      site,
      'POST',
      '/open/v1/notarizations',
      JSON.stringify({ unique_id: `e2e-${name}`, user_id: held?.userId, baoquan: [held?.baoquan], sendType: 1, applicant }),
    );
    expect(made).toMatchObject({ status: 200 });
    const application = made.body as unknown as Application;
    const payment = {
      unique_id: `e2e-pay-${name}`,
      order_no: application.order_no,
      trade_no: `e2e-${name}`,
      pay_type: 4,
      money: application.money,
      result: 'SUCCESS',
    };
    expect(await intake(installation.server.address, site, 'POST', '/open/v1/payments', JSON.stringify(payment))).toMatchObject({
      status: 200,
    });
    applied.push(application);
  }
  const [first, second] = applied;
  if (!first || !second) throw new Error('both were made');
  const { mobile } = await ask<{ mobile: string }>(admin, `/api/data/evidencesDetail?orderId=${first.orderId}`);

  // The notary finds it among the waiting ones.
  const page = await installation.signIn('notary@example.com');
  await page.clock.install();
  const openings: boolean[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/data/evidencesDetail' && searchParams.get('orderId') === first.orderId) openings.push(!isByItself(request));
  });
  await page.goto(`${installation.server.address}/evidence/results?status=1`);
  await page.getByLabel('手机号', { exact: true }).fill(mobile);
  await page.getByRole('button', { name: /查\s?询/ }).click();
  await page.waitForURL(/keyword=/);
  const list = page.url();
  await page.getByRole('row').filter({ hasText: first.order_no }).getByText('查看').click();
  await page.getByRole('region', { name: '申请人信息' }).getByText('990000199001011234').waitFor();
  await page.getByRole('region', { name: '支付凭证' }).getByText('云收款').waitFor();
  const certificate = page.waitForEvent('popup');
  await page.getByRole('region', { name: '证据列表' }).getByRole('link').click();
  expect((await certificate).url()).toMatch(new RegExp(`/(?:certificate|online/attestation)/${held?.baoquan}/`));

  // While they have it open nobody else can decide it.
  await page.getByRole('button', { name: '审核', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^出证审核/ });
  await dialog.getByLabel('通过', { exact: true }).waitFor();
  await lookAtPieces(page);
  await admin.goto(page.url());
  await admin.getByText(/^顾明远自 .* 起正在处理该申请$/).waitFor();
  await admin.getByRole('button', { name: '审核', exact: true }).click();
  await admin
    .getByRole('dialog')
    .getByText(/^处理时限至 .*，到时可以接手。/)
    .waitFor();
  expect(await admin.getByRole('dialog').getByRole('radio').count()).toBe(0);

  // The console renews the claim a minute later by itself, without the operator.
  const renewed = page.waitForRequest((request) => request.url().endsWith('/api/ajax/data/claim') && isByItself(request));
  await page.clock.fastForward('01:01');
  await renewed;

  // They approve it by keyboard, and its document appears.
  await page.keyboard.press('a');
  await dialog.getByRole('button', { name: /确\s?定/ }).click();
  await dialog.locator('.decision-fault').getByText('请输入审核备注').waitFor();
  await dialog.getByRole('button', { name: '材料齐全，准予出证' }).click();
  // Going back would lose it: the page asks each time, and Enter stays.
  const unsaved = page.getByRole('dialog', { name: '内容尚未提交' });
  for (const _ of [1, 2]) {
    await page.evaluate(() => history.back());
    await unsaved.waitFor();
    await expect
      .poll(() => unsaved.getByRole('button', { name: '继续编辑' }).evaluate((button) => button === document.activeElement))
      .toBe(true);
    await page.keyboard.press('Enter');
    await unsaved.waitFor({ state: 'detached' });
  }
  await dialog.getByPlaceholder('请输入审核备注').focus();
  await page.keyboard.press('Control+Enter');
  const passing = page.getByRole('dialog', { name: '确认通过' });
  await passing.getByText(/^确定通过.+的出证申请吗？订单 .+，证据 1 份，金额 [\d.]+ 元。/).waitFor();
  await expect
    .poll(() => passing.getByRole('button', { name: /确\s?定/ }).evaluate((button) => button === document.activeElement))
    .toBe(true);
  // The document may be made before the page looks for it: the first answer is replaced by "not yet", so that the page polls again.
  let isHidden = true;
  await page.route(
    ({ pathname }) => pathname === '/api/data/evidencesDetail',
    async (route) => {
      const response = await route.fetch();
      const reply = (await response.json()) as { data: { document_no: string } };
      if (!isHidden || reply.data.document_no === '') return route.fulfill({ response });
      isHidden = false;
      return route.fulfill({ response, json: { ...reply, data: { ...reply.data, pdfs: [] } } });
    },
  );
  await page.keyboard.press('Enter');
  await installation.message(page, '审核成功');
  await dialog.getByText('此申请的当前状态：已通过').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const link = page.getByRole('region', { name: '文书' }).getByRole('link', { name: /^公证书.*\.pdf$/ });
  await link.waitFor();
  const pdf = await page.request.get(installation.server.address + ((await link.getAttribute('href')) ?? ''));
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
  await page.getByRole('region', { name: '审核记录' }).getByText('材料齐全，准予出证').waitFor();

  // Polling by the page writes no opening to the trail.
  const { list: looks } = await ask<{ list: { object: string }[] }>(
    admin,
    `/api/ajax/trail/getList?operator=${encodeURIComponent('顾明远')}&action=${encodeURIComponent('查看申请人资料')}&limit=100`,
  );
  expect(openings).toContain(false);
  expect(looks.filter(({ object }) => object === `application/${first.orderId}`)).toHaveLength(openings.filter(Boolean).length);

  // Going back keeps the filters.
  await page.getByRole('navigation', { name: '面包屑' }).getByText('出证申请').click();
  expect(page.url()).toBe(list);

  // They reject the second, which asks for confirmation first and refunds the payment.
  await page.getByRole('row').filter({ hasText: second.order_no }).getByText('查看').click();
  await page.getByRole('button', { name: '审核', exact: true }).click();
  await expect.poll(() => dialog.getByLabel('不通过', { exact: true }).isEnabled()).toBe(true);
  await page.keyboard.press('r');
  await dialog.getByPlaceholder('请输入审核备注').fill('证据文件缺失');
  await dialog.getByRole('button', { name: /确\s?定/ }).click();
  const question = page.getByRole('dialog', { name: '确认不通过' });
  await question.getByText(`将向用户退款 ${second.money} 元`).waitFor();
  await question.getByRole('button', { name: /确\s?定/ }).click();
  await dialog.getByText(/^已退款 .*退款订单号：[0-9A-F]+$/).waitFor();

  // The next waiting application opens with its review.
  await dialog.getByRole('button', { name: '下一条' }).click();
  await page.waitForURL((address) => /results\/.+/.test(address.pathname) && !address.pathname.includes(`/${second.orderId}/`));
  await expect.poll(() => dialog.getByLabel('不通过', { exact: true }).isEnabled()).toBe(true);

  // The other notary sees neither.
  const other = await installation.signIn('notary2@example.com');
  await other.goto(`${installation.server.address}/evidence/results?keyword=${mobile}`);
  await other.getByText(/共 \d+ 条/).waitFor();
  for (const { order_no } of applied) expect(await other.getByText(order_no).count()).toBe(0);
  await other.goto(`${installation.server.address}/evidence/results/${held?.userId}/${held?.baoquan}/${first.orderId}/1`);
  await other.getByText('该申请不存在').waitFor();
  expect(installation.complaints).toEqual([]);
});
