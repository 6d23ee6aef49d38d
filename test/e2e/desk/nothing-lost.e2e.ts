import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { browserInstallation } from '../browser.ts';
import { lookAtPieces } from '../look-at-pieces.ts';

const installation = browserInstallation();
const notice = (page: Page) => page.getByText(/^上次填写的内容尚未提交：/);
const saved = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/api/ajax/draft/save'));
const looked = (page: Page) => page.waitForResponse((response) => response.url().includes('/api/ajax/draft/find'));
const unsaved = (page: Page) => page.getByRole('dialog', { name: '内容尚未提交' });
const go = (page: Page, path: string) => page.goto(installation.server.address + path);
async function call<Data>(page: Page, path: string, form?: Record<string, string>): Promise<Data> {
  const token = await page.evaluate(() => document.cookie.replace(/^.*token=([^;]*).*$/, '$1'));
  const body = form && { method: 'POST', body: new URLSearchParams(form) };
  const reply = await fetch(installation.server.address + path, { ...body, headers: { Authorization: `Bearer ${token}` } });
  return ((await reply.json()) as { data: Data }).data;
}

it('gives a form on a page back in another browser, and forgets what its operator agreed to leave', async () => {
  const page = await installation.signIn('admin@example.com');
  await go(page, '/authority/role-edit/3');
  const kept = saved(page);
  await page.getByLabel('角色描述').fill('改到一半');
  await kept;

  const elsewhere = await installation.signIn('admin@example.com');
  await go(elsewhere, '/authority/role-edit/3');
  await notice(elsewhere).waitFor();
  // The offer alone changes nothing.
  await elsewhere.getByRole('link', { name: '账号管理' }).click();
  await elsewhere.waitForURL('**/authority/account');
  await go(elsewhere, '/authority/role-edit/3');
  await elsewhere.getByRole('button', { name: '恢复' }).click();
  expect(await elsewhere.getByLabel('角色描述').inputValue()).toBe('改到一半');

  await elsewhere.getByRole('link', { name: '账号管理' }).click();
  const gone = elsewhere.waitForResponse((response) => response.url().endsWith('/api/ajax/draft/delete'));
  await unsaved(elsewhere).getByRole('button', { name: '离开' }).click();
  await gone;
  const looks = looked(elsewhere);
  await go(elsewhere, '/authority/role-edit/3');
  expect(await (await looks).json()).toMatchObject({ data: { content: '' } });
  expect(await notice(elsewhere).count()).toBe(0);
});

it('frees the button of a form at once where anything is at fault, and never keeps a password', async () => {
  const page = await installation.signIn('admin@example.com');
  await go(page, '/authority/role-add');
  await page.getByLabel('角色名称').fill('新角色');
  await page.getByLabel('角色描述').fill('只差权限');
  const button = page.getByRole('button', { name: '确认新增' });
  await button.click();
  await page.getByText('请选择模块权限').waitFor();
  expect(await button.isEnabled()).toBe(true);

  await page.getByRole('link', { name: '账号管理' }).click();
  await unsaved(page).getByRole('button', { name: '离开' }).click();
  await go(page, '/authority/account-add');
  await page.getByLabel('密码').fill('Secret2026');
  const kept = saved(page);
  await page.getByLabel('姓名').fill('张三');
  const body = (await kept).request().postData() ?? '';
  expect(decodeURIComponent(body)).toContain('张三');
  expect(body).not.toContain('Secret2026');
});

it('asks before a dialog is left by its cross, by Back and by the menu, and gives a gift back after a crash', async () => {
  const page = await installation.signIn('reviewer@example.com');
  const [user] = (await call<{ list: { name: string; mobile: string }[] }>(page, '/api/ajax/user/getUserList?type=2&status=3&limit=1'))
    .list;
  if (!user) throw new Error('the demo has no approved enterprise');
  await go(page, '/user/balance');
  // Inside the page: for Back to another page, the browser itself asks.
  await page.getByRole('link', { name: '积分赠送' }).click();
  const open = (where: Page) => where.getByRole('button', { name: '赠送积分' }).click();
  await open(page);
  const dialog = page.getByRole('dialog', { name: '赠送积分' });
  await dialog.getByLabel('手机号').fill(user.mobile);
  await dialog.getByLabel('积分类型').click();
  await page.locator('.ant-select-dropdown').getByTitle('测试额度').click();
  const kept = saved(page);
  await dialog.getByLabel('数额').fill('777');
  await kept;
  const ways = [
    () => dialog.getByRole('button', { name: '关闭' }).first().click(),
    () => page.keyboard.press('Escape'),
    () => page.evaluate(() => history.back()),
  ];
  for (const leave of ways) {
    await leave();
    await unsaved(page).getByText('已填写的内容不会保存，确定离开吗？').waitFor();
    await unsaved(page).getByRole('button', { name: '继续编辑' }).click();
    await unsaved(page).waitFor({ state: 'detached' });
    expect(await dialog.getByLabel('数额').inputValue()).toBe('777');
  }
  // The tab is killed: no question appears, and nothing of it is left in this browser.
  const context = page.context();
  await page.close({ runBeforeUnload: false });
  const next = await context.newPage();
  await go(next, '/user/integral');
  await open(next);
  await notice(next).waitFor();
  await next.getByRole('button', { name: '恢复' }).click();
  const restored = next.getByRole('dialog', { name: '赠送积分' });
  expect(await restored.getByLabel('数额').inputValue()).toBe('777');
  await restored.getByText('测试额度').waitFor();
  await restored.getByLabel('说明').fill('联调试用');
  await restored.getByRole('button', { name: /确\s?定/ }).click();
  const gone = next.waitForResponse((response) => response.url().endsWith('/api/ajax/draft/delete'));
  await next
    .getByRole('dialog', { name: '确认赠送积分' })
    .getByRole('button', { name: /确\s?定/ })
    .click();
  await gone;
  const row = next.getByRole('row').filter({ hasText: '联调试用' });
  await row.getByText('已赠送').waitFor();
  // An operator cannot reverse their own gift.
  expect(await row.getByText('撤销赠送').getAttribute('title')).toBe('本人赠送的积分须由其他人员撤销');

  const other = await installation.signIn('admin@example.com');
  await go(other, `/user/integral?keyword=${user.mobile}`);
  const theirs = other.getByRole('row').filter({ hasText: '联调试用' });
  await theirs.getByText('撤销赠送').click();
  const taking = other.getByRole('dialog', { name: '撤销赠送' });
  await taking.getByLabel('撤销原因').fill('重复赠送');
  await taking.getByRole('button', { name: /确\s?定/ }).click();
  const question = other.getByRole('dialog', { name: '确认撤销赠送' });
  await question.getByText(`企业用户${user.name}（${user.mobile}）赠送的 777 积分（测试额度）吗？`).waitFor();
  await question.getByRole('button', { name: /确\s?定/ }).click();
  await installation.message(other, '操作成功');
  await theirs.getByText('已撤销').waitFor();
  expect(await theirs.getByText('撤销赠送').count()).toBe(0);
  expect(installation.complaints).toEqual([]);
});

it('gives a version that was being described back after a crash', async () => {
  const page = await installation.signIn('admin@example.com');
  const open = async (where: Page) => {
    await go(where, '/app/version/iOS');
    await where.getByRole('button', { name: '新增版本' }).click();
    return where.getByRole('dialog', { name: '新增版本' });
  };
  const dialog = await open(page);
  const kept = saved(page);
  await dialog.getByLabel('更新内容').fill('修复取证时的闪退');
  await kept;
  const context = page.context();
  await page.close({ runBeforeUnload: false });
  const next = await context.newPage();
  const again = await open(next);
  await again.getByRole('button', { name: '恢复' }).click();
  expect(await again.getByLabel('更新内容').inputValue()).toBe('修复取证时的闪退');
  expect(installation.complaints).toEqual([]);
});

it('gives a review back in another browser, and asks before its dialog is left by the cross', async () => {
  const page = await installation.signIn('reviewer@example.com');
  const [user] = (await call<{ list: { user_id: string }[] }>(page, '/api/ajax/user/getUserList?type=2&status=2&limit=1')).list;
  if (!user) throw new Error('the demo has nobody who waits');
  const review = async (where: Page) => {
    await go(where, `/user/Detail/${user.user_id}`);
    await where.getByRole('button', { name: '审核', exact: true }).click();
    return where.getByRole('dialog', { name: /审核$/ });
  };
  const dialog = await review(page);
  await dialog.getByLabel('不通过', { exact: true }).check();
  const kept = saved(page);
  await dialog.getByPlaceholder('请填写拒绝原因').fill('证件照片不清晰');
  await kept;
  await dialog.getByRole('button', { name: '关闭' }).first().click();
  const question = page.getByRole('dialog', { name: '审核尚未提交' });
  await question.getByRole('button', { name: '继续编辑' }).click();
  await question.waitFor({ state: 'detached' });

  const elsewhere = await installation.signIn('reviewer@example.com');
  const again = await review(elsewhere);
  await again.getByText('上次填写的内容尚未提交：不通过，证件照片不清晰').waitFor();
  await again.getByRole('button', { name: '恢复' }).click();
  expect(await again.getByPlaceholder('请填写拒绝原因').inputValue()).toBe('证件照片不清晰');
});

it('Esc still reaches a review below a question whose rendering was broken off', async () => {
  const page = await installation.signIn('notary@example.com');
  await go(page, '/evidence/results');
  const waiting = page.getByRole('row').filter({ hasText: '待审核' }).filter({ hasText: '已支付' });
  await waiting.getByText('查看').first().click();
  await page.getByRole('button', { name: '审核', exact: true }).click();
  await lookAtPieces(page);
  await page
    .getByRole('dialog', { name: /^出证审核/ })
    .getByLabel('通过', { exact: true })
    .check();
  const slow = await page.context().newCDPSession(page);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  // The choice changes repeatedly while the question, which suspends on its code, is rendered piece by piece.
  await page.evaluate(() => {
    const choices = [...document.querySelectorAll<HTMLInputElement>('.review-modal input[type=radio]')];
    let clicks = 0;
    const timer = setInterval(() => {
      choices[clicks % 2]?.click();
      clicks += 1;
    }, 10);
    setTimeout(() => clearInterval(timer), 5000);
    history.back();
  });
  await unsaved(page).getByRole('button', { name: '继续编辑' }).click();
  await unsaved(page).waitFor({ state: 'detached' });
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: '审核尚未提交' }).waitFor();
});
