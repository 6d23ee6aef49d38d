import { expect, it } from 'vitest';
import { browserInstallation } from './browser.ts';

const installation = browserInstallation();
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;

it('shows what waits beside the menu, lets the number fall with the work, and puts the work on the trail in words', async () => {
  const page = await installation.signIn('reviewer@example.com');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const number = menu.getByRole('link', { name: /^个人认证审核 \d+ 件待办$/ });
  await number.waitFor();
  const before = Number.parseInt((await number.textContent()) ?? '', 10);
  expect(await menu.getByRole('listitem').filter({ hasText: '个人用户认证' }).locator('.side-todo').getAttribute('title')).toMatch(
    /^个人认证审核 \d+ 件，个人补充审核 \d+ 件$/,
  );

  // The first entry leads to the workbench, and so does the title.
  await menu.getByRole('link', { name: '工作台' }).click();
  await page.getByRole('heading', { name: '工作台' }).waitFor();
  await menu.locator('a').first().and(page.locator('[aria-current="page"]')).waitFor();
  const filter = page.getByRole('searchbox', { name: '筛选菜单' });
  await filter.fill('个人');
  await expect.poll(() => menu.locator('a.side-page').allTextContents()).toEqual(['个人用户认证']);
  await filter.fill('没有');
  await menu.getByText('没有名称含“没有”的菜单').waitFor();
  await filter.press('Escape');
  expect(await menu.locator('a.side-page').count()).toBeGreaterThan(1);
  await filter.fill('个人');
  await filter.press('Enter');
  await page.waitForURL(/\/user\/individual/);
  expect(await filter.inputValue()).toBe('');

  // Without a network the frame says so, until it is back.
  const offline = page.getByText('网络已断开，恢复后自动更新');
  await page.context().setOffline(true);
  await offline.waitFor();
  await page.context().setOffline(false);
  await offline.waitFor({ state: 'detached' });

  // From there to the queue of waiting cases.
  await page.getByRole('link', { name: '公证存证管理后台' }).click();
  await page.getByRole('heading', { name: '工作台' }).waitFor();
  await page.getByRole('img', { name: /^新注册个人用户：30天/ }).waitFor();
  expect(await page.getByText('存证保全').count()).toBe(0);
  await page.getByRole('button', { name: '以表格查看' }).click();
  await page.getByRole('columnheader', { name: '新注册个人用户' }).waitFor();
  await page.getByRole('link', { name: '个人认证审核', exact: true }).click();
  const review = page.getByRole('complementary', { name: '审核' });
  await review.getByRole('heading').waitFor();
  expect(pathOf(page.url())).toBe('/queue/individual');

  await review.getByText('不通过', { exact: true }).click();
  await review.getByRole('textbox').fill('照片不清晰');
  await review.getByRole('button', { name: /确\s?定/ }).click();
  await installation.message(page, '审核成功，未通过：');
  await expect.poll(async () => Number.parseInt((await number.textContent()) ?? '', 10)).toBe(before - 1);

  const admin = await installation.signIn('admin@example.com');
  await admin.goto(`${installation.server.address}/authority/trail?${new URLSearchParams({ action: '实名审核', operator: '陆清越' })}`);
  const row = admin.getByRole('row').filter({ hasText: '照片不清晰' });
  await row.getByText('已链接').waitFor();
  await admin.getByText(/^已校验至 \d{4}-/).waitFor();
  await row.getByText('详情').click();
  const detail = admin.getByRole('dialog');
  await detail.getByRole('row', { name: '状态 待审核 未通过' }).waitFor();
  await detail.getByRole('row', { name: '原因 —— 照片不清晰' }).waitFor();
  expect(await detail.locator('code').textContent()).toMatch(/^[0-9a-f]{64}$/);

  // The object is a link with its name. What one looked at oneself is left out until it is asked for.
  await admin.keyboard.press('Escape');
  await row.getByRole('link', { name: /^用户 \D/ }).click();
  await admin.getByRole('complementary', { name: '备注与动态' }).waitFor();
  const own = (await admin.locator('.top-realname').innerText()).trim();
  const looked = admin.getByRole('row').filter({ hasText: own }).filter({ hasText: '查看用户资料' });
  await admin.goto(`${installation.server.address}/authority/trail?own_looks=`);
  await looked.first().waitFor();
  await admin.goto(`${installation.server.address}/authority/trail`);
  await admin.getByText(/^已校验至 \d{4}-/).waitFor();
  await admin.getByRole('row').nth(1).waitFor();
  expect(await looked.count()).toBe(0);
  // The operator is chosen from a list.
  await admin.getByRole('combobox', { name: '操作人' }).click();
  await admin.getByTitle('陆清越').click();
  await admin.getByRole('button', { name: '查询' }).click();
  await admin.waitForURL((url) => url.searchParams.get('operator') === '陆清越');
  await admin.getByRole('row').filter({ hasText: '照片不清晰' }).waitFor();
  expect(installation.complaints).toEqual([]);
});

it('shows failed sign-ins with their reason, and none under another result', async () => {
  const stranger = await installation.open('/login');
  await stranger.getByPlaceholder('请输入帐号').fill('nobody-here@example.com');
  await stranger.getByPlaceholder('请输入密码').fill('Wrong2026');
  await stranger.getByPlaceholder('请输入验证码').fill('test');
  await stranger.getByRole('button', { name: /登\s?录/ }).click();
  await stranger.getByText('帐号或密码错误').first().waitFor();

  const page = await installation.signIn('admin@example.com');
  await page.goto(`${installation.server.address}/authority/log?result=2`);
  const row = page.getByRole('row').filter({ hasText: 'nobody-here@example.com' });
  await row.getByText('密码错误').waitFor();
  expect(await row.getByRole('cell').first().textContent()).toBe('——');
  await page.goto(`${installation.server.address}/authority/log?result=1`);
  await page.getByText('成功').first().waitFor();
  expect(await row.count()).toBe(0);
});
