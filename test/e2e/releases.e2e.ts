import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { binaryManifest, storedZip, tinyApk } from '../../src/demo/files/tiny-apk.ts';
import { browserInstallation } from './browser.ts';

const installation = browserInstallation();

it('adds an Android version with its package, after asking about one that is lower than the latest', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.goto(`${installation.server.address}/app/index`);
  await page.waitForURL('**/app/version/Android');
  await page.getByText('共 30 条').waitFor();
  // Whether an earlier version must be named is known once the list of versions has loaded.
  await Promise.all([
    page.waitForResponse((reply) => reply.url().includes('/api/version/versionList')),
    page.getByRole('button', { name: '新增版本' }).click(),
  ]);
  const dialog = page.getByRole('dialog', { name: '新增版本' });
  const send = dialog.getByRole('button', { name: /确\s?定/ });
  await send.click();
  for (const text of [
    '更新时间不能为空',
    '当前版本号不能为空',
    '上一版本号不能为空',
    '更新描述不能为空',
    '更新内容不能为空',
    '请上传安装包地址',
  ])
    await dialog.getByText(text).waitFor();

  await dialog.getByLabel('更新时间').fill('2026-11-02 20:00:00');
  await dialog.getByLabel('更新时间').press('Enter');
  await dialog.getByLabel('当前版本号').fill('1.10.2');
  await dialog.getByLabel('上一版本号').click();
  await page.locator('.ant-select-dropdown').getByTitle('1.10.1').click();
  await dialog.getByLabel('更新描述').fill('仅供旧机型');
  await dialog.getByLabel('更新内容').fill('修复旧机型闪退');

  // An invalid package is refused at the field, and another may be chosen at once.
  const choose = (name: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/vnd.android.package-archive', buffer });
  await choose('page.html.apk', Buffer.from('<!doctype html>'));
  await dialog.getByText('上传失败, 请重新上传...').waitFor();
  await dialog.getByText('安装包无效：文件不是安装包').waitFor();
  const bytes = tinyApk({ packageName: 'com.example.notary', versionName: '1.10.3', versionCode: 130 });
  await choose('notary.apk', bytes);
  await dialog.getByText('上传成功').waitFor();
  await dialog.getByText('请上传安装包地址').waitFor({ state: 'detached' });
  await dialog.getByText('安装包的版本与当前版本号1.10.2不一致，请核对').waitFor();

  await expect.poll(() => send.isEnabled()).toBe(true);
  await send.click();
  const question = page.getByRole('dialog', { name: '版本号低于最新版本' });
  await question.getByText('当前版本号1.10.2低于最新版本2.3.1').waitFor();
  await question.getByRole('button', { name: /确\s?定/ }).click();
  await installation.message(page, '添加成功');
  await page.getByText('共 31 条').waitFor();

  await page.getByRole('link', { name: '1.10.2', exact: true }).click();
  await page.waitForURL('**/app/details/*');
  await page.getByRole('heading', { name: '版本详情' }).waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'notary.apk' }).click()]);
  expect(download.suggestedFilename()).toBe('com.example.notary-1.10.2.apk');
  expect(installation.complaints).toEqual([]);
});

it('adds an iOS version from the Android tab and shows its own; its publication is set and taken back', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.goto(`${installation.server.address}/app/version/Android`);
  await page.getByRole('button', { name: '新增版本' }).click();
  const dialog = page.getByRole('dialog', { name: '新增版本' });
  await dialog.getByLabel('产品端').click();
  await page.locator('.ant-select-dropdown').getByTitle('iOS').click();
  await dialog.getByLabel('更新时间').fill('2026-11-02 20:00:00');
  await dialog.getByLabel('更新时间').press('Enter');
  await dialog.getByLabel('当前版本号').fill('3.0');
  await dialog.getByLabel('上一版本号').click();
  await page.locator('.ant-select-dropdown').getByTitle('2.1.0').click();
  await dialog.getByLabel('更新描述').fill('大版本');
  await dialog.getByLabel('更新内容').fill('全新界面');
  await dialog.getByRole('button', { name: /确\s?定/ }).click();
  await dialog.getByText('请选择过审状态').waitFor();
  await dialog.getByLabel('过审状态').click();
  await page.locator('.ant-select-dropdown').getByTitle('未过审').click();
  await expect.poll(() => dialog.getByRole('button', { name: /确\s?定/ }).isEnabled()).toBe(true);
  await dialog.getByRole('button', { name: /确\s?定/ }).click();
  await installation.message(page, '添加成功');
  await page.waitForURL('**/app/version/iOS');

  const row = page.getByRole('row').filter({ hasText: '全新界面' });
  for (const [label, title, state] of [
    ['发布', '发布版本', '已过审'],
    ['取消发布', '取消发布', '未过审'],
  ] as const) {
    await row.getByRole('button', { name: label, exact: true }).click();
    await page
      .getByRole('dialog', { name: title })
      .getByRole('button', { name: /确\s?定/ })
      .click();
    await installation.message(page, '操作成功');
    await row.getByText(state).waitFor();
  }
  expect(installation.complaints).toEqual([]);
});

it('shows what users wrote, by account type and by what it is about', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.goto(`${installation.server.address}/app/feedback`);
  await page.getByText('共 80 条').waitFor();
  await page.getByLabel('账户类型').click();
  await page.locator('.ant-select-dropdown').getByTitle('企业').click();
  await page.getByRole('button', { name: '查询' }).click();
  await page.waitForURL('**/app/feedback?status=2');
  await expect.poll(() => page.getByRole('cell', { name: /^个人/ }).count()).toBe(0);
  expect(await page.getByRole('cell', { name: /^企业/ }).count()).toBeGreaterThan(0);

  // The full text opens from its row.
  const written = page.locator('tbody .opens').first();
  const text = (await written.textContent()) ?? '';
  await written.click();
  await page.getByRole('dialog', { name: '反馈内容' }).getByText(text, { exact: true }).waitFor();
  expect(installation.complaints).toEqual([]);
});

it('goes on with a package from the last acknowledged piece after a lost connection, and after a reload with the file again', async () => {
  const page = await installation.signIn('admin@example.com');
  const bytes = storedZip([
    { name: 'AndroidManifest.xml', content: binaryManifest({ packageName: 'com.example.notary', versionName: '3.0.0', versionCode: 300 }) },
    { name: 'assets/noise', content: randomBytes(3 * piece) },
  ]);
  const choose = async () => {
    await page.goto(`${installation.server.address}/app/version/Android`);
    await page.getByRole('button', { name: '新增版本' }).click();
    const dialog = page.getByRole('dialog', { name: '新增版本' });
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'large.apk', mimeType: 'application/vnd.android.package-archive', buffer: bytes });
    return dialog;
  };
  /** The offset of the upload after each acknowledged chunk. */
  const acknowledged: number[] = [];
  page.on('response', (reply) => {
    if (reply.url().endsWith(path)) void reply.json().then(({ data }: { data: { offset: number } }) => acknowledged.push(data.offset));
  });
  let sent = 0;
  await page.route(`**${path}`, async (route) => {
    sent += 1;
    if (sent === 2) await route.abort('connectionreset');
    // The connection hangs: the page is closed.
    else if (sent !== 4) await route.continue();
  });
  let dialog = await choose();
  await dialog.getByText('上传中...').waitFor();
  await dialog.getByText('连接中断，第1次重试').waitFor();
  await expect.poll(() => sent).toBe(4);
  await expect.poll(() => acknowledged).toEqual([piece, 2 * piece]);

  dialog = await choose();
  await dialog.getByText('上传成功').waitFor();
  await dialog.getByText('包名 com.example.notary 版本 3.0.0（300）').waitFor();
  await expect.poll(() => acknowledged).toEqual([piece, 2 * piece, 3 * piece, bytes.length]);
  // The dropped connection is the only message of the page's console.
  expect(installation.complaints.splice(0).filter((line) => !line.includes('net::ERR_CONNECTION_RESET'))).toEqual([]);
});

const path = '/api/upload/piece';
const piece = 5_242_880;
