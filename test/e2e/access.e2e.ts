import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { stepAt, totpCode } from '../../src/server/access/session/secrets/totp.ts';
import { browserInstallation } from './browser.ts';

const installation = browserInstallation();
const pathOf = (page: Page) => new URL(page.url()).pathname;
const own = '出证申请列表仅显示与登录账号相关的出证数据';

async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(installation.server.address + path);
  await page.getByText('退出登录').waitFor();
}
/** The bytes of a secret in the base32 form of the set-up dialog. */
function secretOf(shown: string): Buffer {
  const bits = [...shown.replaceAll(' ', '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

it('makes a role whose tree brings 数据权限 with 在线公证 and takes it away with it', async () => {
  const page = await installation.signIn('admin@example.com');
  await goTo(page, '/authority/role');
  await page.getByRole('button', { name: '新增角色' }).click();
  const tick = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await tick('在线公证').waitFor();
  expect(await page.getByRole('tree').getByText('数据权限').count()).toBe(0);
  await page.getByRole('button', { name: '确认新增' }).click();
  await page.getByText('请选择模块权限').waitFor();

  expect(await tick(own).count()).toBe(0);
  await tick('在线公证').check();
  await tick(own).check();
  await tick('出证审核').uncheck();
  expect(await tick('在线公证').evaluate((box) => box instanceof HTMLInputElement && box.indeterminate)).toBe(true);
  expect(await tick(own).isChecked()).toBe(true);
  await tick('在线公证').check();
  await tick('在线公证').uncheck();
  expect(await tick(own).count()).toBe(0);
  await tick('在线公证').check();
  expect(await tick(own).isChecked()).toBe(false);
  await tick(own).check();
  await tick('出证审核').uncheck();
  await page.getByLabel('角色名称').fill('受理员');
  await page.getByLabel('角色描述').fill('只看自己受理的申请');
  await page.getByRole('button', { name: '确认新增' }).click();
  await installation.message(page, '新增成功');
  await page.waitForURL('**/authority/role');

  // The read-only dialog and the form show what was saved.
  await rowOf(page, '受理员').getByText('查看详情').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: own }).waitFor();
  expect(await dialog.getByRole('checkbox', { name: own }).isChecked()).toBe(true);
  expect(await dialog.getByRole('checkbox', { name: '出证申请', exact: true }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await rowOf(page, '受理员').getByText('编辑', { exact: true }).click();
  await tick(own).waitFor();
  await tick(own).uncheck();
  await page.getByRole('button', { name: '确认编辑' }).click();
  await installation.message(page, '编辑成功');
  await page.waitForURL('**/authority/role');
  await rowOf(page, '受理员').getByText('更多').click();
  await rowOf(page, '受理员').getByText('变更记录').click();
  await page.getByRole('dialog').getByText('编辑角色：移除权限：数据权限').waitFor();
  expect(await rowOf(page, '系统管理员，拥有全部权限').getByRole('cell').last().textContent()).toBe('查看详情');
});

it('asks before a changed form is left, whichever way, and leads back to the list as it was left', async () => {
  const page = await installation.signIn('admin@example.com');
  await goTo(page, '/authority/role?keyword=%E5%AE%A1');
  const row = page.locator('.list-table tbody tr').filter({ hasText: '编辑' }).first();
  const list = page.url();
  await row.getByText('编辑', { exact: true }).click();
  await page.getByLabel('角色描述').fill('改到一半');
  const form = page.url();
  const unsaved = page.getByRole('dialog', { name: '内容尚未提交' });
  const ways = [
    () => page.getByRole('link', { name: '账号管理' }).click(),
    () => page.getByRole('navigation', { name: '面包屑' }).getByRole('link').last().click(),
    () => page.evaluate(() => history.back()),
    () => page.evaluate(() => history.back()),
    () => page.getByRole('button', { name: '取消返回' }).click(),
    () => page.getByRole('button', { name: '退出登录' }).click(),
  ];
  for (const leave of ways) {
    await leave();
    await unsaved.getByText('已填写的内容不会保存，确定离开吗？').waitFor();
    await unsaved.getByRole('button', { name: '继续编辑' }).click();
    await unsaved.waitFor({ state: 'detached' });
    expect(page.url()).toBe(form);
    expect(await page.getByLabel('角色描述').inputValue()).toBe('改到一半');
  }
  // Closing the tab makes the browser ask.
  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload({ timeout: 5_000 }).catch(() => undefined);
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await reloaded;

  await page.getByRole('link', { name: '账号管理' }).click();
  await unsaved.getByRole('button', { name: '离开' }).click();
  await page.waitForURL('**/authority/account');

  // A submitted form does not ask, and the list has its filter and its row again.
  await page.goto(list);
  await row.getByText('编辑', { exact: true }).click();
  const description = page.getByLabel('角色描述');
  await description.fill(`${await description.inputValue()}。`);
  await page.getByRole('button', { name: '确认编辑' }).click();
  await page.waitForURL(list);
  await page.locator('tr[aria-current]').waitFor();
  expect(await page.locator('tr[aria-current]').count()).toBe(1);
});

it('keeps buttons dead for three seconds after a click, but not where something new is to be asked', async () => {
  const page = await installation.signIn('admin@example.com');
  await goTo(page, '/authority/account');
  await page.getByText(/共 \d+ 条/).waitFor();
  const ask = page.getByRole('button', { name: '查询' });
  for (const button of [ask, page.getByRole('button', { name: '重置' }), page.getByRole('button', { name: '刷新' })]) {
    await button.click();
    await expect.poll(() => button.isDisabled()).toBe(true);
  }
  await page.getByLabel('关键字').fill('notary');
  await expect.poll(() => ask.isEnabled()).toBe(true);

  // A call that ends without an answer gives one message, and only 重试 repeats it.
  let asked = 0;
  await page.route('**/api/ajax/power/adminList*', async (route) => {
    asked += 1;
    await route.abort('timedout');
  });
  await ask.click();
  await page.getByRole('alert').getByText('网络异常，请检查网络后重试').waitFor();
  const retry = page.getByRole('button', { name: '重试' });
  await retry.waitFor();
  expect(asked).toBe(1);
  await retry.click();
  await expect.poll(() => asked).toBe(2);
  await expect.poll(() => retry.isDisabled()).toBe(true);
  await page.unroute('**/api/ajax/power/adminList*');
  await retry.click();
  await page.getByText('共 2 条').waitFor();
  installation.complaints.splice(0);
});

it('shows role 1 to be read, also at the address where others are edited', async () => {
  const page = await installation.signIn('admin@example.com');
  await goTo(page, '/authority/role-edit/1');
  const shown = page.getByRole('region', { name: '查看角色详情' });
  await shown.getByText('系统管理员，拥有全部权限').waitFor();
  expect(await shown.getByRole('checkbox', { name: '角色管理', exact: true }).isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: '确认编辑' }).count()).toBe(0);
  await page.getByRole('button', { name: '返回列表' }).click();
  await page.waitForURL('**/authority/role');
});

it('tells an operator once that his account was disabled while he fills in a form, and leads him to the login page', async () => {
  const admin = await installation.signIn('admin@example.com');
  const other = await installation.signIn('admin@example.com');
  // An administrator created on the screens, so that the demo's accounts do not change.
  await goTo(admin, '/authority/account-add');
  await admin.getByLabel('用户名').fill('second@example.com');
  await admin.getByLabel('密码').fill('Second2026');
  await admin.getByLabel('姓名').fill('谢临时');
  await admin.getByLabel('手机号').fill('0571-87654321');
  await admin.getByRole('radio', { name: '管理员', exact: true }).check();
  await admin.getByRole('button', { name: '确认新增' }).click();
  await admin.waitForURL('**/authority/account');
  const page = await installation.signIn('second@example.com', 'Second2026');
  await goTo(page, '/authority/account-edit/2');
  await expect.poll(() => page.getByLabel('密码').inputValue()).toBe('******');
  await page.getByLabel('姓名').fill('改一半');

  const id = await rowOf(admin, 'second@example.com').getByRole('cell').first().textContent();
  const token = await other.evaluate(() => document.cookie.replace(/^.*token=([^;]*).*$/, '$1'));
  const disabled = await fetch(`${installation.server.address}/api/ajax/power/disableEnable`, {
    method: 'POST',
    headers: { authorization: token },
    body: new URLSearchParams({ id: id ?? '', status: '2' }),
  });
  expect(await disabled.json()).toMatchObject({ code: 200 });
  // The form submits, unless a call of the page itself was refused before and the form is gone.
  const send = page.getByRole('button', { name: '确认编辑' });
  await Promise.race([send.click(), page.waitForURL('**/login')]);
  await installation.message(page, '账号被禁用');
  await page.waitForURL('**/login');
  expect(installation.messagesOf(page)).not.toContain('账号被禁用');
  expect(pathOf(page)).toBe('/login');
});

it('toggles an account by labels that follow its state', async () => {
  const page = await installation.signIn('admin@example.com');
  await goTo(page, '/authority/account?keyword=cashier');
  const row = rowOf(page, 'cashier@example.com');
  await row.getByText('禁用', { exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s?定/ })
    .click();
  await installation.message(page, '操作成功');
  await row.getByRole('button', { name: '启用', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s?定/ })
    .click();
  await row.getByRole('button', { name: '禁用', exact: true }).waitFor();
  await row.getByText('更多').click();
  await row.getByText('接受出证', { exact: true }).waitFor();
  await goTo(page, '/authority/account?keyword=admin');
  await rowOf(page, 'admin@example.com').getByText('——').waitFor();
});

it('tells the second editor of a role once what the first one changed, and shows him what stands', async () => {
  const [first, second] = await Promise.all([installation.signIn('admin@example.com'), installation.signIn('admin@example.com')]);
  for (const page of [first, second]) {
    await goTo(page, '/authority/role-edit/5');
    await page.getByLabel('角色描述').waitFor();
  }
  await first.getByRole('checkbox', { name: '公证订单', exact: true }).check();
  await first.getByRole('button', { name: '确认编辑' }).click();
  await first.waitForURL('**/authority/role');
  await second.getByLabel('角色描述').fill('另一处的修改');
  await second.getByRole('button', { name: '确认编辑' }).click();
  const message = '已被其他人修改（沈知衡 编辑角色：新增权限：公证订单），请重新打开后再编辑';
  await second.getByRole('alert').getByText(message).waitFor();
  expect(await second.getByText(message).count()).toBe(1);
  expect(await second.getByLabel('角色描述').inputValue()).toBe('另一处的修改');
  await second.getByRole('button', { name: '载入最新内容' }).click();
  await expect.poll(() => second.getByLabel('角色描述').inputValue()).toBe('开具发票');
  expect(await second.getByRole('checkbox', { name: '公证订单', exact: true }).isChecked()).toBe(true);
});

it('leads an operator whose role begins to ask for a one-time password to it at his next call, and keeps what he filled in', async () => {
  const page = await installation.signIn('reviewer@example.com');
  await goTo(page, '/user/integral');
  await page.getByRole('button', { name: '赠送积分' }).click();
  const form = page.getByRole('dialog', { name: '赠送积分' });
  await form.getByLabel('说明').fill('填到一半的说明');
  const admin = await installation.signIn('admin@example.com');
  await goTo(admin, '/authority/role-edit/2');
  await admin.getByRole('checkbox', { name: '该角色的账号登录时须使用动态口令' }).check();
  await admin.getByRole('button', { name: '确认编辑' }).click();
  await admin.waitForURL('**/authority/role');

  // The look-up of the receiver is the next call.
  await form.getByLabel('手机号').fill('12800000000000');
  const setUp = page.getByRole('dialog', { name: '请先设置动态口令' });
  await setUp.getByLabel('当前密码').fill('Demo2026');
  await setUp.getByRole('button', { name: '下一步' }).click();
  await setUp.getByRole('img', { name: '动态口令二维码' }).waitFor();
  expect(await page.locator('.toast').count()).toBe(0);
  await page.keyboard.press('Escape');
  await setUp.getByRole('textbox').fill(totpCode(secretOf((await setUp.locator('.secret').textContent()) ?? ''), stepAt(Date.now())));
  await setUp.getByRole('button', { name: '启用' }).click();
  await setUp.waitFor({ state: 'hidden' });
  expect(await form.getByLabel('说明').inputValue()).toBe('填到一半的说明');
  await form.getByLabel('手机号').fill('12800000000001');
  await form.getByText('该用户不存在').waitFor();
});

it('signs in with a one-time password once the operator has set one up', async () => {
  const page = await installation.signIn('finance@example.com');
  await page.getByRole('button', { name: '程致和' }).click();
  await page.getByRole('button', { name: '动态口令' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('当前密码').fill('Demo2026');
  await dialog.getByRole('button', { name: '下一步' }).click();
  await dialog.getByRole('img', { name: '动态口令二维码' }).waitFor();
  const bytes = secretOf((await dialog.locator('.secret').textContent()) ?? '');
  await dialog.getByRole('textbox').fill(totpCode(bytes, stepAt(Date.now())));
  await dialog.getByRole('button', { name: '启用' }).click();
  await installation.message(page, '操作成功');
  await page.getByText('退出登录').click();

  await page.getByPlaceholder('请输入帐号').fill('finance@example.com');
  await page.getByPlaceholder('请输入密码').fill('Demo2026');
  await page.getByPlaceholder('请输入验证码').fill('test');
  await page.getByRole('button', { name: /登\s?录/ }).click();
  await page.getByPlaceholder('请输入动态口令').fill(totpCode(bytes, stepAt(Date.now()) + 1));
  await page.getByPlaceholder('请输入验证码').fill('test');
  await expect.poll(() => page.getByRole('button', { name: /登\s?录/ }).isEnabled(), { timeout: 120_000 }).toBe(true);
  await page.getByRole('button', { name: /登\s?录/ }).click();
  await page.getByText('退出登录').waitFor();
  expect(installation.complaints).toEqual([]);
});
