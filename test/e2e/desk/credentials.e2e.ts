import { expect, it, vi } from 'vitest';
import { paper } from '../../installation/factories/credentials.ts';
import { browserInstallation } from '../browser.ts';

const installation = browserInstallation();

it('writes a credential down with its picture, shows it large, replaces it and withdraws it', async () => {
  const page = await installation.signIn('admin@example.com');
  await page.getByRole('link', { name: '机构资质' }).click();
  await page.waitForURL('**/office/credentials');
  await page.getByText('共 5 条').waitFor();
  // From the demo: one that expires soon, and one that was replaced.
  for (const [name, status] of [
    ['商用密码应用安全性评估报告', '即将到期'],
    ['样例-00000-20001', '已更新'],
  ] as const)
    await page.getByRole('row').filter({ hasText: name }).getByText(status).waitFor();
  const first = page.getByRole('row').filter({ hasText: '公证机构执业证' });
  await first.getByRole('button', { name: '资质图片' }).click();
  const viewer = page.getByRole('dialog', { name: '资质图片' });
  await expect.poll(() => viewer.locator('.viewer-stage img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1050);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: '登记资质' }).click();
  const dialog = page.getByRole('dialog', { name: '登记资质' });
  const send = dialog.getByRole('button', { name: /确\s?定/ });
  await send.click();
  for (const text of ['资质名称不能为空', '资质编号不能为空', '发证机关不能为空', '请选择有效期起始日'])
    await dialog.getByText(text).waitFor();
  // On a busy machine the first field with a fault gets the focus only now, which closes the list.
  await vi.waitFor(
    async () => {
      await dialog.getByLabel('资质类型').click();
      await page.locator('.ant-select-dropdown').getByTitle('其他资质').click({ timeout: 10_000 });
      await dialog.locator('.ant-select').getByText('其他资质').waitFor({ timeout: 10_000 });
    },
    { timeout: 300_000 },
  );
  await dialog.getByLabel('资质名称').fill('信息安全管理体系认证');
  await dialog.getByLabel('资质编号').fill('样例-27001');
  await dialog.getByLabel('发证机关').fill('样例认证中心');
  for (const [label, day] of [
    ['有效期起始日', '2026-01-01'],
    ['有效期截止日', '2099-12-31'],
  ] as const) {
    await dialog.getByLabel(label).fill(day);
    await dialog.getByLabel(label).press('Enter');
  }
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  await choose('page.html', 'text/html', Buffer.from('<!doctype html>'));
  await dialog.getByText('资质图片应为JPEG、PNG或WebP格式').waitFor();
  // The server refuses a file that only claims to be a picture, with a message under the field.
  await choose('page.png', 'image/png', Buffer.from('<!doctype html>'));
  await expect.poll(() => send.isEnabled()).toBe(true);
  await send.click();
  await dialog.getByText('资质图片应为JPEG、PNG或WebP格式').waitFor();
  await choose('scan.png', 'image/png', paper());
  await expect.poll(() => send.isEnabled()).toBe(true);
  await send.click();
  await installation.message(page, '登记成功');
  await page.getByText('共 6 条').waitFor();

  const row = page.getByRole('row').filter({ hasText: '样例-27001' });
  await row.getByRole('button', { name: '作废' }).click();
  const withdrawal = page.getByRole('dialog', { name: '作废信息安全管理体系认证' });
  await withdrawal.getByLabel('作废原因').fill('认证机构已注销');
  await withdrawal.getByRole('button', { name: /确\s?定/ }).click();
  await installation.message(page, '操作成功');
  await row.getByText('已作废').waitFor();
  expect(installation.complaints).toEqual([]);
});

it('is in nobody else’s menu', async () => {
  const page = await installation.signIn('reviewer@example.com');
  expect(await page.getByRole('link', { name: '机构资质' }).count()).toBe(0);
  await page.goto(`${installation.server.address}/office/credentials`);
  await page
    .getByText(/没有|无权|权限/)
    .first()
    .waitFor();
});
