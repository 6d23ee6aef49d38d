import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { browserInstallation } from './browser.ts';

/** Longer than the half minute between two activity calls of a playing video. */
const idleSeconds = 45;
const installation = browserInstallation({ SESSION_IDLE_SECONDS: String(idleSeconds) });

async function beginReview(page: Page): Promise<void> {
  await page.getByRole('button', { name: '审核', exact: true }).click();
  await expect
    .poll(() =>
      page
        .getByRole('dialog', { name: /^出证审核/ })
        .getByLabel('不通过', { exact: true })
        .isEnabled(),
    )
    .toBe(true);
}

it('keeps the session while a film runs, ends it when nobody is there, and gives the remark back to its operator alone', async () => {
  const page = await installation.signIn('notary@example.com');
  await page.goto(`${installation.server.address}/evidence/results?status=1&pay=2`);
  await page.getByText('查看').first().click();
  const application = page.url();
  await beginReview(page);
  const review = page.getByRole('dialog', { name: /^出证审核/ });
  await page.keyboard.press('r');
  await review.getByPlaceholder('请输入审核备注').fill('录像第三分钟看不清');

  // A video in a tab of its own, longer than the session may be idle.
  const admin = await installation.signIn('admin@example.com');
  await admin.goto(`${installation.server.address}/online/process?status=SUCCESS`);
  await admin.getByText('预览结果').first().click();
  const film = admin.getByRole('dialog').locator('video');
  await film.evaluate(async (video: HTMLVideoElement) => {
    video.loop = true;
    video.muted = true;
    await video.play();
  });
  const beat = admin.waitForRequest(
    (request) => request.url().endsWith('/api/User/getAdminInfo') && request.headers()['x-background'] !== '1',
  );
  await beat;

  // The notary is inactive; the renewal of their claim does not keep the session alive, and finds it ended.
  await sleep(idleSeconds * 1_000 + 3_000);
  await page.waitForURL('**/login', { timeout: 120_000 });
  await installation.message(page, '填写的审核内容已保留，重新登录后可以恢复');
  // Somebody who comes back hours later can still read it, also after a reload.
  await page.reload();
  const ended = page.getByRole('status');
  await ended.getByText('账户过期，请重新登录').waitFor();
  await ended.getByText('登录已结束，填写的审核内容已保留，重新登录后可以恢复').waitFor();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('第三分钟');

  // The session of the watching operator is still alive.
  expect(await admin.evaluate(() => document.cookie)).toContain('token=');
  await admin.keyboard.press('Escape');
  await admin.getByRole('link', { name: '角色管理' }).click();
  await admin.getByText(/共 \d+ 条/).waitFor();

  const signIn = async (username: string) => {
    await page.getByPlaceholder('请输入帐号').fill(username);
    await page.getByPlaceholder('请输入密码').fill('Demo2026');
    await page.getByPlaceholder('请输入验证码').fill('test');
    await page.getByRole('button', { name: /登\s?录/ }).click();
    await page.getByText('退出登录').waitFor();
  };
  await signIn('notary@example.com');
  // Back where the interruption came.
  await expect.poll(() => page.url()).toBe(application);
  await beginReview(page);
  await review.getByText('上次填写的内容尚未提交：不通过，录像第三分钟看不清').waitFor();
  await review.getByRole('button', { name: '恢复' }).click();
  expect(await review.getByPlaceholder('请输入审核备注').inputValue()).toBe('录像第三分钟看不清');
  expect(await review.getByLabel('不通过', { exact: true }).isChecked()).toBe(true);
});
