import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { browserInstallation } from '../browser.ts';
import { listRows } from '../list-rows.ts';

const installation = browserInstallation();
const list = '/user/enterprise';

/** The titles of the columns, in order. */
const titles = (page: Page) => page.getByRole('columnheader').allInnerTexts();
const widthOf = async (page: Page, title: string) =>
  Math.round((await page.getByRole('columnheader', { name: title }).boundingBox())?.width ?? 0);
const menu = (page: Page) => page.getByRole('button', { name: /^视图：/ });
const confirm = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s?定/ })
    .click();
const choose = async (page: Page, word: string) => {
  await menu(page).click();
  await page.getByRole('button', { name: word, exact: true }).click();
};
const pinned = (page: Page, name: string) => page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name });

/** Drags the right edge of a column's title. */
async function widen(page: Page, title: string, by: number): Promise<void> {
  const box = await page.getByRole('columnheader', { name: title }).locator('.column-edge').boundingBox();
  if (!box) throw new Error(`no edge of ${title}`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 5 });
  await page.mouse.up();
}

it('keeps a list’s filters and columns as a view, shares it with the role, and pins it to the menu with its number', async () => {
  const page = await installation.signIn('reviewer@example.com');
  await page.goto(`${installation.server.address}${list}?status=2`);
  await page.getByText(/^共 \d+ 条$/).waitFor();
  const total = Number(/\d+/.exec(await page.locator('.pager-total').innerText())?.[0]);
  expect(total).toBeGreaterThan(10);

  // Columns are arranged by hand: wider, and in another order.
  const before = await widthOf(page, '手机号');
  await widen(page, '手机号', 60);
  expect(await widthOf(page, '手机号')).toBe(before + 60);
  await page
    .getByRole('columnheader', { name: '最近登录时间' })
    .locator('.column-title')
    .dragTo(page.getByRole('columnheader', { name: '手机号' }), { targetPosition: { x: 6, y: 12 } });
  const laidOut = ['企业名称', '最近登录时间', '手机号', '注册时间', '认证状态', '认证时间', '税号', '操作'];
  await expect.poll(() => titles(page)).toEqual(laidOut);

  // An empty name and a too long one are refused under the field; markup is plain text.
  await page.getByRole('button', { name: '保存视图' }).click();
  await confirm(page);
  await page.getByText('请填写视图名称').waitFor();
  const name = '<b>待审</b>企业';
  await page.getByLabel('视图名称').fill('长'.repeat(31));
  await confirm(page);
  await page.getByText('视图名称最多30个字').waitFor();
  await page.getByLabel('视图名称').fill(name);
  await page.getByLabel('固定到菜单').check();
  await confirm(page);
  await installation.message(page, '新增成功');
  await page.waitForURL(/\?view=\d+$/);
  const link = page.url();
  await pinned(page, name).getByText(`${total} 条`).waitFor();
  await menu(page).getByText(name).waitFor();

  // The view is a link: opened again it shows the same, and requests the rows once.
  const asked: string[] = [];
  page.on(
    'request',
    (request) => request.url().includes('getUserList') && asked.push(new URL(request.url()).searchParams.get('page') ?? ''),
  );
  await page.goto(link);
  await page.getByText(`共 ${total} 条`).waitFor();
  expect(await titles(page)).toEqual(laidOut);
  expect(await widthOf(page, '手机号')).toBe(before + 60);
  expect(asked.filter((number) => number === '1')).toHaveLength(1);

  // Changes are shown beside the view until they are saved or reverted.
  await page.getByRole('button', { name: '列设置' }).click();
  await page.getByLabel('紧凑').check();
  await page.getByRole('button', { name: '税号前移' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '还原' }).click();
  await expect.poll(() => titles(page)).toEqual(laidOut);
  await page.getByLabel('关键字').fill('公司');
  await page.getByRole('button', { name: '查询' }).click();
  await page.waitForURL((url) => url.searchParams.get('keyword') === '公司');
  expect(page.url()).toContain(link.slice(link.indexOf('?')));
  await page.getByRole('button', { name: '更新', exact: true }).click();
  await installation.message(page, '编辑成功');
  await expect.poll(() => page.url()).toBe(link);
  // No counter covers a keyword, so the menu shows no number.
  await expect.poll(() => pinned(page, name).innerText()).toBe(name);

  // A closed dialog returns the focus to the menu that opened it.
  await choose(page, '另存为');
  await page.getByLabel('视图名称').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => menu(page).evaluate((button) => button === document.activeElement)).toBe(true);

  // Default: the plain list address opens with it, 全部 shows the list without a view.
  await choose(page, '设为默认');
  await installation.message(page, '操作成功');
  await page.getByRole('link', { name: '用户余额查询' }).click();
  await page.getByRole('heading', { name: '用户余额查询' }).waitFor();
  await page.getByRole('link', { name: '企业用户认证', exact: true }).click();
  await page.waitForURL(link);
  await choose(page, '全部');
  await page.waitForURL(/\?view=0$/);
  expect((await titles(page))[1]).toBe('手机号');
  await page.goBack();
  await page.waitForURL(link);

  // Shared: a colleague of another role does not find it; deleting one's own view asks first.
  await choose(page, '共享给本角色');
  await installation.message(page, '编辑成功');
  const other = await installation.signIn('admin@example.com');
  await other.goto(link);
  await menu(other).getByText(name).waitFor();
  await choose(other, '删除');
  await other.getByText('的其他人也将看不到它').waitFor();
  await confirm(other);
  await installation.message(other, '操作成功');
  await page.reload();
  await page.getByText('该视图不存在，或没有共享给您。以下是全部内容。').waitFor();
  await page.getByRole('button', { name: '知道了' }).click();
  await page.waitForURL((url) => url.search === '');
  expect(installation.complaints).toEqual([]);
});

it('leaves out what a view shows and the list has not, and says so; each list has its views', async () => {
  const page = await installation.signIn('admin@example.com');
  const token = await page.evaluate(() => document.cookie.replace(/^.*token=([^;]*).*$/, '$1'));
  const save = async (fields: Record<string, string>) => {
    const reply = await fetch(`${installation.server.address}/api/ajax/view/save`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: new URLSearchParams(fields),
    });
    return ((await reply.json()) as { data: { id: string } }).data.id;
  };
  const columns = JSON.stringify([
    { title: '信用等级', width: 0, hidden: 0 },
    { title: '税号', width: 0, hidden: 1 },
  ]);
  const id = await save({ list: 'enterprise-users', name: '旧视图', columns, density: '2' });
  await page.goto(`${installation.server.address}${list}?view=${id}`);
  await page.getByText('此视图中的列「信用等级」已不可用，未显示。').waitFor();
  expect(await titles(page)).not.toContain('税号');
  expect(await page.locator('.list').getAttribute('data-density')).toBe('tight');

  for (const [path, name] of [
    ['/evidence/results', 'applications'],
    ['/online/web', 'online-web'],
    ['/money/customer', 'charges'],
    ['/money/invoice', 'invoices'],
    ['/authority/trail', 'trail'],
    ['/authority/account', 'accounts'],
    ['/app/version/iOS', 'versions-ios'],
  ] as const) {
    const made = await save({ list: name, name: `视图 ${name}`, density: '2' });
    await page.goto(`${installation.server.address}${path}?view=${made}`);
    await menu(page).getByText(`视图 ${name}`).waitFor();
    await listRows(page.locator('.list[data-density=tight]')).first().waitFor();
  }
  expect(installation.complaints).toEqual([]);
});
