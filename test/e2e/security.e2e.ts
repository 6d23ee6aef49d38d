import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { CompiledQuery } from 'kysely';
import { browserInstallation, wholeChromium } from './browser.ts';
import { inDatabase } from './platform.ts';

const installation = browserInstallation({ SESSION_IDLE_SECONDS: '600' }, wholeChromium);
const pathOf = (url: string) => new URL(url).pathname;

/** Changes rows without the server, as another server or an administrator would. */
async function sql(statement: string, values: unknown[] = []): Promise<void> {
  await inDatabase(installation.server.dataDir, (db) => db.executeQuery(CompiledQuery.raw(statement, values)));
}

describe('the guard', () => {
  it.each(['/', '/user/enterprise', '/user/Detail/1', '/authority/role?x=1'])(
    'sends %s to the login page without a token',
    async (path) => {
      const page = await installation.open(path);
      await page.getByPlaceholder('请输入帐号').waitFor();
      expect(pathOf(page.url())).toBe('/login');
    },
  );

  it('sends a signed-in visitor of the login page to the users, and knows him in a new tab and after a reload', async () => {
    const page = await installation.signIn('admin@example.com');
    await page.goto(`${installation.server.address}/login`);
    await page.waitForURL('**/user/enterprise');
    const tab = await page.context().newPage();
    await tab.goto(`${installation.server.address}/user/individual?status=2&page=2`);
    await tab.getByText('退出登录').waitFor();
    await tab.reload();
    await tab.getByText('退出登录').waitFor();
    expect(tab.url()).toContain('status=2');
  });

  it('shows pages of its own for an unknown address and for one that the role may not open', async () => {
    const page = await installation.signIn('reviewer@example.com');
    await page.goto(`${installation.server.address}/no/such/page`);
    await page.getByRole('main').getByText('页面不存在').waitFor();
    await page.getByRole('link', { name: '返回首页' }).click();
    await page.waitForURL('**/user/enterprise');
    await page.goto(`${installation.server.address}/authority/log`);
    await page.getByRole('main').getByText('没有权限访问此页面').waitFor();
    await page.getByText('退出登录').waitFor();
  });

  it('takes no address to go to from the address bar', async () => {
    const page = await installation.open('/login?redirect=//evil.example/&returnTo=https://evil.example');
    await page.getByPlaceholder('请输入帐号').fill('reviewer@example.com');
    await page.getByPlaceholder('请输入密码').fill('Demo2026');
    await page.getByPlaceholder('请输入验证码').fill('test');
    await page.getByRole('button', { name: /登\s?录/ }).click();
    await page.waitForURL(`${installation.server.address}/user/enterprise`);
  });
});

describe('signing out', () => {
  it('clears token and storage, and Back shows no data', async () => {
    const page = await installation.signIn('reviewer@example.com');
    await page.getByText(/共 \d+ 条/).waitFor();
    await page.getByText('个人用户认证').first().click();
    await page.waitForURL('**/user/individual');
    await page.getByText('退出登录').click();
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => [document.cookie.includes('token='), sessionStorage.length])).toEqual([false, 0]);
    await page.goBack();
    await page.getByPlaceholder('请输入帐号').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
  });
});

describe('an expired session', () => {
  it('is told once and leads to the login page once, whatever is under way', async () => {
    const page = await installation.signIn('reviewer@example.com');
    await page.getByText(/共 \d+ 条/).waitFor();
    await sql("update session set ended_at = now(), ended_reason = 'logout' where ended_at is null");
    // A call of the page itself may notice first, and reach the login page before the click.
    await page
      .getByText('个人用户认证')
      .first()
      .click({ timeout: 5_000 })
      .catch(() => undefined);
    await installation.message(page, '账户过期，请重新登录');
    await page.waitForURL('**/login');
    await page.waitForLoadState('networkidle');
    expect(installation.messagesOf(page)).not.toContain('账户过期，请重新登录');
  });

  it('says why in another tab too, where the cookie is gone before the message is there', async () => {
    const page = await installation.signIn('reviewer@example.com');
    await page.getByText(/共 \d+ 条/).waitFor();
    const tab = await page.context().newPage();
    await tab.addInitScript(delayMessages, 500);
    await tab.goto(page.url());
    await tab.getByText(/共 \d+ 条/).waitFor();
    // Only the first tab notices the end by a call of its own.
    await tab.route('**/api/**', (route) => route.abort());
    await sql("update session set ended_at = now(), ended_reason = 'logout' where ended_at is null");
    await page.reload();
    await page.getByRole('status').getByText('账户过期，请重新登录').waitFor();
    await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await tab.getByRole('status').getByText('账户过期，请重新登录').waitFor();
  });

  it('of a disabled account says so and leads to the login page', async () => {
    const page = await installation.signIn('notary2@example.com');
    // No page is open meanwhile, because the refusal of a call that it makes could appear while the next page loads.
    const address = page.url();
    await page.goto('about:blank');
    await sql("update account set status = 'disabled' where username = 'notary2@example.com'");
    await page.goto(address);
    await page.waitForURL('**/login');
    await page.locator('.login-ended').getByText('账号被禁用').waitFor();
    await sql("update account set status = 'enabled' where username = 'notary2@example.com'");
  });
});

describe('a new password', () => {
  it('is typed where its operator has gone, however late the dialog gives the focus to its first field', async () => {
    const page = await installation.signIn('reviewer@example.com');
    await page.getByText(/共 \d+ 条/).waitFor();
    // Focused at the moment when the field appears, before the dialog sets its own focus.
    await page.evaluate(() =>
      new MutationObserver(() => {
        const field = document.querySelector<HTMLInputElement>('input[placeholder*="修改后需重新登录"]');
        if (field && !field.dataset['met']) field.focus();
        if (field) field.dataset['met'] = 'yes';
      }).observe(document, { childList: true, subtree: true }),
    );
    await page.getByRole('button', { name: '陆清越' }).click();
    await page.getByText('修改密码', { exact: true }).click();
    await page.locator('[data-met]').waitFor();
    await page.keyboard.type('Reviewer2027', { delay: 50 });
    expect(await page.locator('[data-met]').inputValue()).toBe('Reviewer2027');
  });

  it('ends the session in every tab, tells a form that is open what it lost, and is what opens the next one', async () => {
    const page = await installation.signInByForm('cashier@example.com');
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ name: 'token', path: '/', sameSite: 'Strict' });
    const tab = await page.context().newPage();
    await tab.goto(`${installation.server.address}/money/just`);
    await tab.getByRole('button', { name: '叶思齐' }).click();
    await tab.getByText('修改密码', { exact: true }).click();
    await tab.getByRole('dialog').getByPlaceholder('请输入当前密码').fill('Demo2026');

    await page.getByRole('button', { name: '叶思齐' }).click();
    await page.getByText('修改密码', { exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '修改密码' });
    await dialog.getByPlaceholder('请输入当前密码').fill('Demo2026');
    await dialog.getByPlaceholder(/修改后需重新登录/).fill('Cashier2027');
    await dialog.getByRole('button', { name: /确\s?定/ }).click();
    await page.waitForURL('**/login');
    await installation.message(page, '密码已修改，请重新登录');
    expect(installation.messagesOf(page)).not.toContain('登录已结束，未提交的内容没有保存');
    await tab.waitForURL('**/login');
    await installation.message(tab, '登录已结束，未提交的内容没有保存');

    const replay = await fetch(`${installation.server.address}/api/User/getAdminInfo`, {
      headers: { authorization: `Bearer ${cookie?.value}` },
    });
    expect(await replay.json()).toMatchObject({ code: 401 });
    await page.getByPlaceholder('请输入帐号').fill('cashier@example.com');
    await page.getByPlaceholder('请输入密码').fill('Cashier2027');
    await page.getByPlaceholder('请输入验证码').fill('test');
    await page.getByRole('button', { name: /登\s?录/ }).click();
    await page.getByText('退出登录').waitFor();
  });
});

describe('a guarded button', () => {
  it('is disabled for 3000 ms after a click', async () => {
    const page = await installation.signIn('admin@example.com');
    const button = page.getByRole('button', { name: '导出' });
    await page.getByText(/共 \d+ 条/).waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000); // stops the page's clock, however slow the machine is
    await button.click();
    await page.clock.runFor(2_900);
    expect(await button.isDisabled()).toBe(true);
    await page.clock.runFor(200);
    await expect.poll(() => button.isDisabled()).toBe(false);
  });
});

describe('an export that is refused', () => {
  it('says why, and leads to the login page where the session has ended', async () => {
    const page = await installation.signIn('admin@example.com');
    const download = page.getByRole('button', { name: '导出' });
    await page.getByText(/共 \d+ 条/).waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
    expect(await file.failure()).toBeNull();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.route('**/api/export/**', (route) => route.continue({ url: `${route.request().url()}&status=9` }), { times: 1 });
    await download.click();
    await installation.message(page, '认证状态无效');
    // No other request of the page may notice first.
    await page.route(/\/api\/(?!export)/, (route) => route.abort());
    await sql("update session set ended_at = now(), ended_reason = 'logout' where ended_at is null");
    await download.click();
    await installation.message(page, '账户过期，请重新登录');
    await page.waitForURL('**/login');
  });
});

describe('hostile text', () => {
  const payload = `<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>{{7*7}}javascript:alert(1)`;

  it('is shown as text on every screen that shows it', async () => {
    await sql(
      `update users set name = $1, tax_number = $1, id_card = '' where id in (
         select id from users where type = 'enterprise' and status = 'pending' order by registered_at desc limit 1)`,
      [payload],
    );
    await sql(
      `update user_submission set name = $1, address = $1, legal_person = $1
        where decision is null and user_id in (select id from users where name = $1)`,
      [payload],
    );
    await sql("insert into admin_login (name, login_time, ip, result) values ($1, now(), '192.0.2.1', 'badPassword')", [payload]);
    const page = await installation.signIn('admin@example.com');
    await page.goto(`${installation.server.address}/user/enterprise?status=2`);
    await page.getByText('<img src=x').first().waitFor();
    await page.getByText('审核', { exact: true }).first().click();
    await page.getByRole('dialog').getByText('<img src=x').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: '<img src=x' }).first().click();
    await page.getByText('基本信息').waitFor();
    await page.getByText('<img src=x').first().waitFor();
    await page.goto(`${installation.server.address}/authority/log`);
    await page.getByText('<img src=x').first().waitFor();
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  });

  it('in the address of a list is a keyword and nothing else', async () => {
    const page = await installation.signIn('admin@example.com');
    await page.goto(`${installation.server.address}/user/enterprise?keyword=${encodeURIComponent(payload)}`);
    await page.getByText(/共 1 条/).waitFor();
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  });
});

describe('a foreign site', () => {
  it('can make the browser neither change nor read anything with the cookie', async () => {
    const page = await installation.signIn('reviewer@example.com');
    const target = `${installation.server.address}/api/ajax/user/updateUserStatus`;
    const site = await foreignSite(
      `<form id="f" method="post" action="${target}" target="out"><input name="user_id" value="1"><input name="status" value="1"></form>
      <iframe name="out"></iframe><script>document.getElementById('f').submit()</script>`,
    );
    try {
      const answered = page.context().waitForEvent('response', (response) => response.url() === target);
      const evil = await page.context().newPage();
      await evil.goto(site.address);
      const answer = await answered;
      expect(((await answer.json().catch(() => ({ code: 401 }))) as { code: number }).code).toBe(401);
      const read = await evil.evaluate(
        (url) =>
          fetch(url, { credentials: 'include' }).then(
            (reply) => reply.text(),
            (error: unknown) => String(error),
          ),
        `${installation.server.address}/api/export/userExport?type=1`,
      );
      expect(read).toContain('TypeError');
    } finally {
      site.server.close();
    }
  });
});

async function foreignSite(html: string): Promise<{ server: Server; address: string }> {
  const server = createServer((_request, reply) => reply.setHeader('content-type', 'text/html').end(html)).listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  return { server, address: `http://localhost:${typeof address === 'object' && address ? address.port : 0}/` };
}

/** Runs in the page: delays messages of other tabs, as on a busy machine. */
function delayMessages(ms: number): void {
  const listen = BroadcastChannel.prototype.addEventListener;
  BroadcastChannel.prototype.addEventListener = function (this: BroadcastChannel, type: string, listener: EventListener) {
    listen.call(this, type, (event: Event) => setTimeout(() => listener(event), ms));
  } as typeof listen;
}
