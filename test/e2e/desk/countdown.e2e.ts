import { expect, it } from 'vitest';
import { browserInstallation } from '../browser.ts';

/** The warning comes a quarter of this before the end. */
const idleSeconds = 48;
const installation = browserInstallation({ SESSION_IDLE_SECONDS: String(idleSeconds) });

it('counts down in every tab before the session ends by rest, goes on at a click, and says afterwards why it ended', async () => {
  const page = await installation.signIn('admin@example.com');
  const tab = await page.context().newPage();
  await tab.goto(`${installation.server.address}/authority/role`);
  const dialogs = [page, tab].map((where) => where.getByRole('dialog', { name: '登录即将结束' }));
  const [here, there] = dialogs;
  if (!here || !there) throw new Error('there are two tabs');
  await Promise.all(dialogs.map((dialog) => dialog.getByText('您已较长时间没有操作').waitFor()));
  const renewal = page.waitForRequest((request) => request.url().endsWith('/api/User/getAdminInfo'));
  await here.getByRole('button', { name: '继续' }).click();
  expect((await renewal).headers()['x-background']).toBeUndefined();
  // The other tab is informed, and nobody is signed out at the original end.
  await Promise.all(dialogs.map((dialog) => dialog.waitFor({ state: 'detached' })));
  await Promise.all(dialogs.map((dialog) => dialog.waitFor()));
  // No activity: the clock's own requests renew nothing.
  await Promise.all([page, tab].map((where) => where.waitForURL('**/login', { timeout: 120_000 })));
  await Promise.all([page, tab].map((where) => where.getByRole('status').getByText('账户过期，请重新登录').waitFor()));
  await page.reload();
  await page.getByRole('status').getByText('账户过期，请重新登录').waitFor();
  expect(installation.complaints).toEqual([]);
});
