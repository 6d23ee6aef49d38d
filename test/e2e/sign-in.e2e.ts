import type { CDPSession, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { startIdentityProvider } from '../installation/servers/identity-provider.ts';
import { browserInstallation } from './browser.ts';

const provider = await startIdentityProvider();
afterAll(() => provider.stop());
const installation = browserInstallation(provider.environment);
/** Passkeys belong to a host name, and the server's own address is an IP address. */
const site = () => installation.server.address.replace('127.0.0.1', 'localhost');
const [username, password] = ['cashier@example.com', 'Demo2026'];

/** A page with a virtual security key, which confirms as soon as it is asked. */
async function withKey(): Promise<{ page: Page; cdp: CDPSession; authenticatorId: string }> {
  const page = await installation.open('/login');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'usb', hasResidentKey: true, automaticPresenceSimulation: true },
  });
  await page.goto(`${site()}/login`);
  return { page, cdp, authenticatorId };
}

async function giveIn(page: Page, name = username): Promise<void> {
  await page.getByPlaceholder('请输入帐号').fill(name);
  await page.getByPlaceholder('请输入密码').fill(password);
  await page.getByPlaceholder('请输入验证码').fill('test');
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

/** By the signed-in operator, in the dialog of keys, which it opens and closes. */
async function addKey(page: Page, realname: string, name: string): Promise<void> {
  await page.getByRole('button', { name: realname }).click();
  await page.getByRole('button', { name: '通行密钥', exact: true }).click();
  await page.getByRole('button', { name: '添加通行密钥' }).click();
  const form = page.getByRole('dialog', { name: '添加通行密钥' });
  await form.getByLabel('名称').fill(name);
  await form.getByLabel('当前密码').fill(password);
  await form.getByRole('button', { name: /确\s?定/ }).click();
  await installation.message(page, '通行密钥已添加');
  await page.getByRole('row').filter({ hasText: name }).getByText('可用').waitFor();
  // Else the key would go to the form, which is still closing, and not to the dialog below it.
  await form.waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.getByPlaceholder('请输入帐号').waitFor();
}

it('a passkey is added, signs in after the password, is refused as a copy, and is reset when it is lost', async () => {
  const { page, cdp, authenticatorId } = await withKey();
  await giveIn(page);
  await page.getByText('退出登录').waitFor();
  await addKey(page, '叶思齐', '出纳室的密钥');
  await signOut(page);

  await giveIn(page);
  await page.getByText('退出登录').waitFor();
  await signOut(page);

  // A clone that was made before: its counter continues from there.
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
  const [credential] = credentials;
  if (!credential) throw new Error('the authenticator holds no key');
  await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId });
  await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 0 } });
  await giveIn(page);
  await installation.message(page, '该通行密钥疑似被复制，已停用，请联系管理员重置');
  await page.getByPlaceholder('请输入帐号').waitFor();

  const admin = await installation.signIn('admin@example.com');
  await admin.goto(`${installation.server.address}/authority/account`);
  const row = admin.getByRole('row').filter({ hasText: username });
  await row.getByText('更多').click();
  await row.getByText('重置通行密钥').click();
  await admin
    .getByRole('dialog', { name: '重置通行密钥' })
    .getByRole('button', { name: /确\s?定/ })
    .click();
  await installation.message(admin, '操作成功');
  await page.goto(`${site()}/login`);
  await giveIn(page);
  await page.getByText('退出登录').waitFor();
});

it('a key of another site signs nothing here', async () => {
  const { page } = await withKey();
  await giveIn(page, 'finance@example.com');
  await page.getByText('退出登录').waitFor();
  await addKey(page, '程致和', '本站的密钥');
  await signOut(page);

  // The same server under another name, as a phishing page would be: the browser offers no key of ours.
  await page.goto(`${site().replace('localhost', 'copy.localhost')}/login`);
  await giveIn(page, 'finance@example.com');
  await installation.message(page, '没有可在此网址使用的通行密钥');
  const refused = await page.evaluate(() =>
    navigator.credentials
      .get({ publicKey: { challenge: new Uint8Array(32), rpId: 'localhost', userVerification: 'discouraged' } })
      .then(() => 'signed')
      .catch((error: unknown) => (error instanceof Error ? error.name : '')),
  );
  expect(['SecurityError', 'NotAllowedError']).toContain(refused);
});

it('the identity provider signs in whom the office knows, and says of others that it does not', async () => {
  await provider.set({ user: 'stranger@example.com' });
  const page = await installation.open('/login');
  await page.getByRole('link', { name: '统一身份认证登录' }).click();
  await page.getByRole('alert').getByText('统一身份认证的账号没有对应的本系统账号，请联系管理员').waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  await page.context().clearCookies();
  await provider.set({ user: 'reviewer@example.com' });
  await page.getByRole('link', { name: '统一身份认证登录' }).click();
  await page.getByRole('button', { name: '陆清越' }).waitFor();
  await page.getByText(/共 \d+ 条/).waitFor();

  await provider.set({ disabled: ['reviewer@example.com'] });
  // The click gives a message, unless a call of the page itself came first: then the list or the session is gone, and the click gets that
  // answer.
  const login = page.getByPlaceholder('请输入帐号');
  await Promise.race([page.getByRole('button', { name: '刷新' }).click(), login.waitFor()]);
  const messageText = () => installation.messagesOf(page).join();
  await expect.poll(messageText).toMatch(/账号被禁用|账户过期/);
  await login.waitFor();
  expect(await page.evaluate(() => document.cookie)).not.toContain('token=');
});
