import { expect, it } from 'vitest';
import { browserInstallation } from './browser.ts';

const installation = browserInstallation();

it('takes a gift from the form to the lists, and shows who gets it before it is sent', async () => {
  const page = await installation.signIn('reviewer@example.com');
  const token = await page.evaluate(() => document.cookie.replace(/^.*token=([^;]*).*$/, '$1'));
  const first = async <Row>(list: string) => {
    const reply = await fetch(`${installation.server.address}/api/ajax/user/${list}&limit=1`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { data } = (await reply.json()) as { data: { list: [Row] } };
    return data.list[0];
  };
  const user = await first<{ user_id: string; name: string; mobile: string }>('getUserList?type=2&status=3');
  const person = await first<{ name: string; mobile: string }>('getUserList?type=1&status=3');
  const before = await first<{ testGiveSum: number }>(`getBalanceList?keyword=${user.mobile}`);

  // An empty form shows under each field what is missing; the user type is 企业.
  await page.goto(`${installation.server.address}/user/integral`);
  await page.getByRole('button', { name: '赠送积分' }).click();
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: /确\s?定/ });
  await dialog.getByText('企业', { exact: true }).waitFor();
  await send.click();
  for (const text of ['手机号不能为空', '请选择积分类型', '数额必须为数字', '说明不能为空']) await dialog.getByText(text).waitFor();

  // The receiver is looked up while the mobile is typed.
  await dialog.getByLabel('手机号').fill('12800000000000');
  await dialog.getByText('该用户不存在').waitFor();
  // The number comes first: it sets the user type.
  await dialog.getByLabel('手机号').fill(person.mobile);
  await dialog.getByText(`${person.name}（个人）`).waitFor();
  await dialog.getByText('个人', { exact: true }).waitFor();
  await dialog.getByLabel('手机号').fill(user.mobile);
  await dialog.getByText(`${user.name}（企业）`).waitFor();
  await dialog.getByLabel('积分类型').click();
  await page.locator('.ant-select-dropdown').getByTitle('测试额度').click();
  await dialog.getByLabel('数额').fill('1.5');
  await dialog.getByLabel('说明').fill('联调试用');
  await dialog.getByText('请输入正整数数额').waitFor();
  await dialog.getByLabel('数额').fill('86420');

  // The form asks for confirmation; a declined question leaves the form unchanged.
  await expect.poll(() => send.isEnabled()).toBe(true);
  await send.click();
  const question = page.getByRole('dialog', { name: '确认赠送积分' });
  await question.getByText(`确定向企业用户${user.name}（${user.mobile}）赠送 86420 积分（8.642万，测试额度）吗？`).waitFor();
  await question.getByRole('button', { name: /取\s?消/ }).click();
  await question.waitFor({ state: 'detached' });
  expect(await dialog.getByLabel('数额').inputValue()).toBe('86420');
  await send.click();
  await question.waitFor();

  // Enter answers; two clicks give once.
  await expect
    .poll(() => question.getByRole('button', { name: /确\s?定/ }).evaluate((button) => button === document.activeElement))
    .toBe(true);
  await question.getByRole('button', { name: /确\s?定/ }).dblclick();
  await installation.message(page, `赠送成功，86420 积分：${user.name}`);
  await dialog.waitFor({ state: 'hidden' });
  const row = page.getByRole('row').filter({ hasText: '86420' });
  await row.getByText('联调试用').waitFor();
  expect(await row.count()).toBe(1);
  await row.getByText('陆清越').waitFor();

  // The balance and its details show it; going back keeps the filters.
  await page.goto(`${installation.server.address}/user/balance?keyword=${user.mobile}`);
  await page.getByText('共 1 条').waitFor();
  await page
    .getByRole('cell', { name: String(before.testGiveSum + 86420), exact: true })
    .first()
    .waitFor();
  await page.getByRole('link', { name: user.name }).click();
  await page.waitForURL(`**/user/balance/detail/${user.user_id}`);
  await page.getByRole('heading', { name: '余额明细' }).waitFor();
  await page.getByRole('row').filter({ hasText: '86420' }).getByText('积分赠送').waitFor();
  await page.getByText(`${user.name}（企业）　手机号 ${user.mobile}　剩余积分 `).waitFor();
  await page.getByRole('navigation', { name: '面包屑' }).getByRole('link', { name: '用户余额查询' }).click();
  await page.waitForURL(`**/user/balance?keyword=${user.mobile}`);
  expect(installation.complaints).toEqual([]);
});
