import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { operators } from '../../../../test/installation/factories/access.ts';
import { startIdentityProvider } from '../../../../test/installation/servers/identity-provider.ts';
import { providerBrowser, redirectUri } from '../../../../test/installation/servers/provider-browser.ts';

const provider = await startIdentityProvider();
afterAll(() => provider.stop());
const installation = testApp({ PUBLIC_URL: 'http://localhost', PASSWORD_SIGN_IN: '0', ...provider.environment });
const make = operators(installation);
let admin: Awaited<ReturnType<typeof installation.signIn>>;
beforeAll(async () => {
  admin = await installation.signIn('admin@example.com');
});
afterEach(() => provider.set({ user: '', verified: true, said: {}, disabled: [], seconds: 3600, isAway: false }));

const { begin, comeBack, answerTo, signInThere } = providerBrowser(installation, provider);
async function signedIn(username: string) {
  const { token, location } = await signInThere(username);
  expect(location).toBe('/');
  return installation.as(token);
}
const lastLogin = () =>
  installation.db.selectFrom('admin_login').select(['result', 'way', 'name']).orderBy('id', 'desc').executeTakeFirstOrThrow();

describe('signing in at the identity provider', () => {
  it('is a code flow with PKCE, state and nonce, and opens a session of the account with that address', async () => {
    const user = await make.holding(1, 2);
    const { location } = await begin();
    const asked = new URL(location).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid profile email',
      redirect_uri: redirectUri,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
    const { token, lines } = await signInThere(user.username.toUpperCase());
    expect(lines.find((line) => line.startsWith('token='))).toMatch(/; Path=\/; SameSite=Strict$/);
    expect(await installation.as(token).get('/api/User/getAdminInfo')).toMatchObject({ code: 200, data: { username: user.username } });
    expect(await lastLogin()).toEqual({ result: 'success', way: 'provider', name: '钱测试' });
    const { list } = (await admin.get<{ list: unknown[] }>('/api/LoginLog/getList', { type: 1, limit: 1 })).data;
    expect(list).toMatchObject([{ way: '统一身份认证', result: '成功' }]);
    expect(await installation.db.selectFrom('trail').select('after').orderBy('id', 'desc').executeTakeFirstOrThrow()).toEqual({
      after: { way: 'provider' },
    });
    const { tokens } = await installation.db.selectFrom('session_identity').select('tokens').executeTakeFirstOrThrow();
    expect(tokens.toString('latin1')).not.toContain('access');
  });

  it('refuses an answer that comes twice, from another browser, or that nobody asked for', async () => {
    const user = await make.holding();
    await provider.set({ user: user.username });
    const { location, cookie } = await begin();
    const answer = await answerTo(location);
    expect(await comeBack(answer, 'another')).toMatchObject({ location: '/login?refused=stale', token: '' });
    expect(await comeBack(answer, cookie)).toMatchObject({ location: '/' });
    expect(await comeBack(answer, cookie)).toMatchObject({ location: '/login?refused=stale', token: '' });
    expect(await comeBack(`${redirectUri}?code=x&state=y`, 'y')).toMatchObject({ location: '/login?refused=stale' });
    expect(await comeBack(redirectUri, '')).toMatchObject({ location: '/login?refused=stale' });
  });

  it.each([
    ['nonce', { nonce: 'another nonce' }],
    ['code verifier', { code_verifier: 'a'.repeat(43) }],
  ])('refuses an answer to another %s', async (_what, changed) => {
    const user = await make.holding();
    await provider.set({ user: user.username });
    const { location, cookie } = await begin();
    const answer = await answerTo(location);
    await installation.db.updateTable('oidc_request').set(changed).execute();
    expect(await comeBack(answer, cookie)).toMatchObject({ location: '/login?refused=invalid', token: '' });
    expect(await lastLogin()).toMatchObject({ result: 'badIdentity', way: 'provider' });
  });

  it('refuses a code of its own with another issuer, and an answer with characters that no database takes', async () => {
    const user = await make.holding();
    await provider.set({ user: user.username });
    const { location, cookie } = await begin();
    const answer = new URL(await answerTo(location));
    answer.searchParams.set('iss', 'https://evil.example');
    expect(await comeBack(answer.href, cookie)).toMatchObject({ location: '/login?refused=invalid', token: '' });
    expect(await comeBack(`${redirectUri}?code=%00&state=${cookie}`, cookie)).toMatchObject({ location: '/login?refused=invalid' });
  });

  it('says so when nobody here has the address, when it is not verified, and when the operator turned back', async () => {
    expect(await signInThere('stranger@example.com')).toMatchObject({ location: '/login?refused=unknown', token: '' });
    expect(await lastLogin()).toEqual({ result: 'unknownIdentity', way: 'provider', name: 'stranger@example.com' });
    const user = await make.holding();
    await provider.set({ verified: false });
    expect(await signInThere(user.username)).toMatchObject({ location: '/login?refused=unknown', token: '' });
    expect(await signInThere('')).toMatchObject({ location: '/login?refused=denied', token: '' });
  });

  it.each([false, null, 0, 1, '', 'true', 'false', 'TRUE', [], {}, 'absent'])(
    'takes no address whose email_verified is %j',
    async (verified) => {
      const user = await make.holding();
      await provider.set({ verified });
      expect(await signInThere(user.username)).toMatchObject({ location: '/login?refused=unknown', token: '' });
    },
  );

  it('takes address and flag from one answer', async () => {
    const [own, other] = [await make.holding(), await make.holding()];
    const foreign = { email: other.username, email_verified: 'absent' };
    for (const said of [
      { userinfo: foreign },
      { userinfo: { ...foreign, email_verified: false } },
      { id_token: foreign, userinfo: { email: 'absent' } },
    ]) {
      await provider.set({ said });
      expect(await signInThere(own.username)).toMatchObject({ location: '/login?refused=unknown', token: '' });
    }
    await provider.set({ said: { userinfo: { email: 'absent', email_verified: 'absent' } } });
    expect(await signInThere(own.username)).toMatchObject({ location: '/' });
  });
});

describe('the name', () => {
  it('is the account of those letters only: no other sign becomes one, and no blank goes', async () => {
    const user = await make.holding();
    const username = `kate${user.id}@example.com`;
    await installation.db.updateTable('account').set({ username }).where('id', '=', user.id).execute();
    for (const email of [`\u212a${username.slice(1)}`, `${username}\u00a0`, `\ufeff${username}`, ` ${username}`, `${username}\n`]) {
      await provider.set({ said: { id_token: { email }, userinfo: { email } } });
      expect(await signInThere(user.username), JSON.stringify(email)).toMatchObject({ location: '/login?refused=unknown', token: '' });
    }
    await provider.set({ said: { userinfo: { email: username.toUpperCase() } } });
    expect(await signInThere(user.username)).toMatchObject({ location: '/' });
  });

  it('with characters that no database takes is an invalid answer', async () => {
    await provider.set({ said: { userinfo: { email: 'a\0@example.com' } } });
    expect(await signInThere('a@example.com')).toMatchObject({ location: '/login?refused=invalid', token: '' });
    expect(await lastLogin()).toMatchObject({ result: 'badIdentity' });
  });
});

describe('a provider without the flag', () => {
  const assuming = testApp({ PUBLIC_URL: 'http://localhost', OIDC_EMAIL_VERIFIED: 'assume', ...provider.environment });
  const theirs = operators(assuming);
  const browser = providerBrowser(assuming, provider);
  const absent = { email_verified: 'absent' };

  it('is believed about an address that all its answers agree on', async () => {
    const user = await theirs.holding();
    await provider.set({ verified: 'absent' });
    expect(await browser.signInThere(user.username)).toMatchObject({ location: '/' });
    await provider.set({ verified: true, said: { userinfo: absent } });
    expect(await browser.signInThere(user.username)).toMatchObject({ location: '/' });
  });

  it.each([false, null, 0, 1, 'true', 'false', [], {}])(
    'is not one whose answer says %j, nor whose other answer does',
    async (verified) => {
      const user = await theirs.holding();
      for (const said of [{}, { userinfo: absent }, { id_token: absent }]) {
        await provider.set({ verified, said });
        expect(await browser.signInThere(user.username)).toMatchObject({ location: '/login?refused=unknown', token: '' });
      }
    },
  );

  it('is not believed about one of two addresses', async () => {
    const [own, other] = [await theirs.holding(), await theirs.holding()];
    await provider.set({ said: { userinfo: { email: other.username, ...absent } } });
    expect(await browser.signInThere(own.username)).toMatchObject({ location: '/login?refused=unknown', token: '' });
  });
});

describe('an account', () => {
  const reset = (id: string) => admin.post('/api/ajax/power/identityReset', { id });

  it('is bound to the identity of its first sign-in, until an administrator resets it', async () => {
    const [user, heir] = [await make.holding(), await make.holding()];
    expect(await signInThere(user.username)).toMatchObject({ location: '/' });
    expect(await signInThere(user.username)).toMatchObject({ location: '/' });
    // The address now belongs to somebody else at the provider.
    await provider.set({ said: { id_token: { email: user.username }, userinfo: { email: user.username } } });
    expect(await signInThere(heir.username)).toMatchObject({ location: '/login?refused=bound', token: '' });
    expect(await lastLogin()).toMatchObject({ result: 'otherIdentity', way: 'provider' });
    expect((await admin.get<{ identity: number }>('/api/ajax/power/getOne', { id: user.id })).data.identity).toBe(1);
    expect(await reset(user.id)).toMatchObject({ code: 200 });
    expect(await installation.db.selectFrom('trail').select('action').orderBy('id', 'desc').executeTakeFirstOrThrow()).toEqual({
      action: '重置身份绑定',
    });
    expect(await signInThere(heir.username)).toMatchObject({ location: '/' });
    // Nor does that identity get a second account.
    await provider.set({ said: {} });
    expect(await signInThere(heir.username)).toMatchObject({ location: '/login?refused=bound', token: '' });
  });

  it('is reset by others alone, and only if it is bound', async () => {
    const user = await make.holding();
    expect(await reset('1')).toMatchObject({ code: 403, data: { msg: '不能重置自己的身份绑定，请由其他管理员重置' } });
    expect(await reset(user.id)).toMatchObject({ code: 403, data: { msg: '该账号没有绑定身份' } });
    expect(await user.post('/api/ajax/power/identityReset', { id: user.id })).toMatchObject({ code: 403, message: '权限不足！' });
  });
});

describe('whoever is disabled', () => {
  it('there is refused at the very next call, by links too, and stays out', async () => {
    const user = await make.holding(1, 2);
    const by = await signedIn(user.username);
    expect(await by.get('/api/ajax/user/getUserList', { type: 2 })).toMatchObject({ code: 200 });
    await provider.set({ disabled: [user.username] });
    expect(await by.get('/api/ajax/user/getUserList', { type: 2 })).toMatchObject({ code: 403, message: '账号被禁用' });
    await provider.set({ disabled: [] });
    expect(await by.get('/api/User/getAdminInfo')).toMatchObject({ code: 401 });
    const trail = installation.db.selectFrom('trail').select(['action', 'actor_kind', 'after']).orderBy('id', 'desc');
    expect(await trail.executeTakeFirstOrThrow()).toEqual({
      action: '结束会话',
      actor_kind: 'system',
      after: { reason: '统一身份认证不再认可该账号' },
    });
  });

  it('here is refused at the next call, and at the next sign-in there', async () => {
    const user = await make.holding(1, 2);
    const by = await signedIn(user.username);
    expect(await admin.post('/api/ajax/power/disableEnable', { id: user.id, status: 2 })).toMatchObject({ code: 200 });
    expect(await by.get('/api/User/getAdminInfo')).toMatchObject({ code: 403, message: '账号被禁用' });
    expect(await signInThere(user.username)).toMatchObject({ location: '/login?refused=disabled', token: '' });
    expect(await lastLogin()).toMatchObject({ result: 'disabled', way: 'provider' });
  });
});

describe('a session that began at the provider', () => {
  it('is asked about once for calls that come together, and for each that comes after', async () => {
    const by = await signedIn((await make.holding()).username);
    const before = await provider.set({});
    await Promise.all(Array.from({ length: 20 }, () => by.get('/api/User/getAdminInfo')));
    const between = await provider.set({});
    expect(between.userinfo - before.userinfo).toBeLessThanOrEqual(3);
    for (let call = 0; call < 3; call += 1) expect(await by.get('/api/User/getAdminInfo')).toMatchObject({ code: 200 });
    expect((await provider.set({})).userinfo - between.userinfo).toBe(3);
  });

  it('waits, and does not end, while the provider does not answer', async () => {
    const by = await signedIn((await make.holding()).username);
    await provider.set({ isAway: true });
    const away = { code: 403, message: 'failed', data: { msg: '统一身份认证服务暂时无法访问，请稍后再试' } };
    expect(await by.get('/api/User/getAdminInfo')).toMatchObject(away);
    await provider.set({ isAway: false });
    expect(await by.get('/api/User/getAdminInfo')).toMatchObject({ code: 200 });
  });

  it('ends with its access token where the provider gave no other', async () => {
    await provider.set({ seconds: 1 });
    const by = await signedIn((await make.holding()).username);
    expect(await by.get('/api/User/getAdminInfo')).toMatchObject({ code: 401 });
  });

  it('is not asked for our second factor, which the provider answers for', async () => {
    const user = await make.holding(1, 2);
    await installation.db.updateTable('role').set({ requires_totp: true }).where('id', '=', user.roleId).execute();
    const by = await signedIn(user.username);
    expect(await by.get('/api/ajax/user/getUserList', { type: 2 })).toMatchObject({ code: 200 });
  });
});

describe('passwords, where they are switched off', () => {
  it('serve role 1 alone, and the login page knows', async () => {
    const user = await make.holding();
    expect(await installation.nobody.get('/api/login/getWays')).toMatchObject({ data: { provider: '统一身份认证登录', password: 0 } });
    expect(await installation.attempt(user.username)).toMatchObject({ data: { msg: '密码登录已停用，请使用统一身份认证登录' } });
    expect(await installation.attempt(user.username, 'wrong')).toMatchObject({ data: { msg: '帐号或密码错误' } });
    expect(await installation.attempt('admin@example.com')).toMatchObject({ code: 200 });
  });
});
