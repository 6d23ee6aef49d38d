import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { password } from '../../../../test/installation/factories/accounts.ts';
import { failed } from '../../../../test/installation/answers.ts';
import { testApp } from '../../../../test/installation/app.ts';
import type { MenuItem } from '../../../contract/console/session.ts';
import { hashPassword } from './sign-in.ts';

const installation = testApp({
  LOGIN_LOCK_SECONDS: '60',
  SESSION_IDLE_SECONDS: '60',
  SESSION_MAX_SECONDS: '600',
  CAPTCHA_TTL_SECONDS: '60',
  TRUST_PROXY: '1',
});
const signedOut = { code: 401, message: 'failed', data: null };
const from = (ip: string) => ({ 'x-forwarded-for': ip });
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);
const captcha = async () => (await installation.nobody.get<{ imgCodeToken: string; image: string }>('/api/login/getImgCode')).data;
const logIn = (fields: Record<string, string>) =>
  installation.nobody.post<{ token: string }>('/api/login/login', { username: 'admin@example.com', password, imgCode: 'test', ...fields });
const who = (token: string) => installation.as(token).get<{ realname: string; permissions: string[] }>('/api/User/getAdminInfo');
const setAccount = (status: 'enabled' | 'disabled') =>
  installation.db.updateTable('account').set({ status }).where('id', '=', '4').execute();

describe('captcha', () => {
  it('is a picture, and serves once: after a right and after a wrong login', async () => {
    const { imgCodeToken, image } = await captcha();
    expect(image).toMatch(/^data:image\/png;base64,.{500}/);
    expect(await logIn({ imgCodeToken })).toMatchObject({ code: 200, message: '登录成功' });
    expect(await logIn({ imgCodeToken })).toMatchObject(failed('验证码已过期'));
    const second = (await captcha()).imgCodeToken;
    expect(await logIn({ imgCodeToken: second, password: 'wrong' })).toMatchObject(failed('帐号或密码错误'));
    expect(await logIn({ imgCodeToken: second })).toMatchObject(failed('验证码已过期'));
  });

  it('expires, and a wrong code is told', async () => {
    const { imgCodeToken } = await captcha();
    await installation.db
      .updateTable('captcha')
      .set({ created_at: secondsAgo(61) })
      .execute();
    expect(await logIn({ imgCodeToken })).toMatchObject(failed('验证码已过期'));
    expect(await logIn({ imgCodeToken: (await captcha()).imgCodeToken, imgCode: 'nope' })).toMatchObject(failed('验证码错误'));
  });

  it('belongs to its token', async () => {
    const [one, other] = [await captcha(), await captcha()];
    const answerOf = (token: string, answer: string) =>
      installation.db
        .updateTable('captcha')
        .set({ answer })
        .where('token_hash', '=', createHash('sha256').update(token).digest())
        .execute();
    await answerOf(one.imgCodeToken, 'AAAA');
    await answerOf(other.imgCodeToken, 'BBBB');
    expect(await logIn({ imgCodeToken: one.imgCodeToken, imgCode: 'BBBB' })).toMatchObject(failed('验证码错误'));
  });
});

describe('sign-in', () => {
  it.each([
    [{ username: '' }, '帐号不能为空'],
    [{ password: '' }, '密码不能为空'],
    [{ imgCode: '' }, '请输入验证码'],
  ])('refuses %j', async (fields, msg) => {
    expect(await logIn({ imgCodeToken: 'x', ...fields })).toMatchObject(failed(msg));
  });

  it('answers an unknown account as a wrong password', async () => {
    const unknown = await installation.attempt('stranger@example.com');
    const wrong = await installation.attempt('admin@example.com', 'wrong');
    expect(unknown.data).toEqual(wrong.data);
    expect(unknown).toMatchObject(failed('帐号或密码错误'));
  });

  it('locks an account name at one address after five failures, in parallel too, and lets go after the window', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => installation.attempt('reviewer@example.com', 'wrong', 'test', from('192.0.2.1'))),
    );
    const messages = guesses.map((guess) => guess.data.msg);
    expect(messages.filter((msg) => msg === '帐号或密码错误')).toHaveLength(5);
    expect(messages.filter((msg) => msg === '登录失败次数过多，请1分钟后再试')).toHaveLength(7);
    expect(await installation.attempt('reviewer@example.com', password, 'test', from('192.0.2.1'))).toMatchObject(
      failed('登录失败次数过多，请1分钟后再试'),
    );
    expect(await installation.attempt('reviewer@example.com', password, 'test', from('192.0.2.2'))).toMatchObject({ code: 200 });
    // Of two attempts at once the one that is counted last may have begun first.
    await installation.db
      .updateTable('login_failure')
      .set({ last_at: secondsAgo(-20) })
      .execute();
    expect(await installation.attempt('reviewer@example.com', password, 'test', from('192.0.2.1'))).toMatchObject(
      failed('登录失败次数过多，请1分钟后再试'),
    );
    await installation.db
      .updateTable('login_failure')
      .set({ last_at: secondsAgo(61) })
      .execute();
    expect(await installation.attempt('reviewer@example.com', password, 'test', from('192.0.2.1'))).toMatchObject({ code: 200 });
  });

  it('forgets the failures after a success', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let failure = 0; failure < 4; failure += 1) await installation.attempt('other@example.com', 'wrong');
      expect(await installation.attempt('other@example.com')).toMatchObject({ code: 200 });
    }
  });

  it('logs every attempt with its reason, and takes no line break from a name', async () => {
    await installation.attempt('mallory\r\n2026-01-01 成功', 'wrong', 'test', from('192.0.2.9'));
    const admin = await installation.signInWithPassword('admin@example.com');
    const log = await admin.get<{ list: Record<string, string>[] }>('/api/LoginLog/getList', { type: 1, limit: 100 });
    expect(log.data.list).toContainEqual(
      expect.objectContaining({ account_id: '', name: 'mallory␣␣2026-01-01 成功', ip: '192.0.2.9', result: '密码错误' }),
    );
    expect(new Set(log.data.list.map((row) => row['result']))).toEqual(new Set(['成功', '密码错误', '验证码错误', '已锁定']));
  });

  it('believes the nearest proxy alone about where an attempt came from', async () => {
    await installation.attempt('forger@example.com', 'wrong', 'test', from('198.51.100.1, 192.0.2.10'));
    expect(await installation.db.selectFrom('admin_login').select('ip').where('name', '=', 'forger@example.com').execute()).toEqual([
      { ip: '192.0.2.10' },
    ]);
  });

  it.each([
    ['the addresses of one /64', (at: number) => `2001:db8:5:6::${at}`, '2001:db8:5:6:ffff::1', '2001:db8:5:7::1'],
    ['the ports of one address', (at: number) => `192.0.2.20:${5000 + at}`, '::ffff:192.0.2.20', '192.0.2.21:5000'],
    ['what is no address', (at: number) => `unknown-${at}`, '_hidden', '192.0.2.22'],
  ])('locks %s as one', async (_what, spelling, another, other) => {
    const username = 'other@example.com';
    for (let at = 1; at <= 5; at += 1) await installation.attempt(username, 'wrong', 'test', from(spelling(at)));
    expect(await installation.attempt(username, password, 'test', from(another))).toMatchObject(failed('登录失败次数过多，请1分钟后再试'));
    expect(await installation.attempt(username, password, 'test', from(other))).toMatchObject({ code: 200 });
  });

  it('logs the address of the connection where the proxy names none', async () => {
    for (const [at, said] of ['x'.repeat(5000), 'unknown', '192.0.2.10, '].entries())
      await installation.attempt(`nameless${at}@example.com`, 'wrong', 'test', from(said));
    const ips = await installation.db.selectFrom('admin_login').select('ip').where('name', 'like', 'nameless%').execute();
    expect(ips).toEqual([{ ip: '127.0.0.1' }, { ip: '127.0.0.1' }, { ip: '127.0.0.1' }]);
  });

  it('gives a random token at every login and stores none of them, nor a password', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 20 }, async () => (await installation.signInWithPassword('admin@example.com')).token),
    );
    expect(new Set(tokens).size).toBe(20);
    const { rows } = await installation.pool.query<{ dump: string }>(
      `select string_agg(t::text, '') as dump from (select session::text as t from session union all select account::text from account
        union all select trail::text from trail) all_rows`,
    );
    for (const token of tokens) expect(rows[0]?.dump).not.toContain(token);
    expect(rows[0]?.dump).not.toContain(password);
  });
});

describe('a session', () => {
  it('is refused without a token, with one of another make and with a changed one', async () => {
    const { token } = await installation.signInWithPassword('admin@example.com');
    expect(await who('')).toMatchObject(signedOut);
    expect(await who('not-a-token')).toMatchObject({ code: 408, message: '接口解密失败', data: null });
    const changed = token.slice(0, 5) + (token[5] === 'A' ? 'B' : 'A') + token.slice(6);
    expect(await who(changed)).toMatchObject({ code: 408 });
  });

  it('takes the bare token and the bearer token', async () => {
    const { token } = await installation.signInWithPassword('admin@example.com');
    const bare = await installation.app.inject({ url: '/api/User/getAdminInfo', headers: { authorization: token } });
    expect(bare.json()).toMatchObject({ code: 200, data: { realname: '管理员' } });
    expect(await who(token)).toMatchObject({ code: 200 });
  });

  it('is dead at once after logout', async () => {
    const admin = await installation.signInWithPassword('admin@example.com');
    expect(await admin.get('/api/user/logout')).toMatchObject({ code: 200, data: null });
    expect(await who(admin.token)).toMatchObject(signedOut);
  });

  it('ends when idle, lives while it is used, and ends at its age', async () => {
    const [idle, active] = [await installation.signInWithPassword('admin@example.com'), await installation.signIn('admin@example.com')];
    for (let step = 0; step < 3; step += 1) {
      await installation.db
        .updateTable('session')
        .set({ last_seen_at: sql`last_seen_at - interval '25 seconds'` })
        .where('ended_at', 'is', null)
        .execute();
      expect(await who(active.token)).toMatchObject({ code: 200 });
    }
    expect(await who(idle.token)).toMatchObject(signedOut);
    await installation.db
      .updateTable('session')
      .set({ created_at: secondsAgo(601) })
      .where('ended_at', 'is', null)
      .execute();
    expect(await who(active.token)).toMatchObject(signedOut);
  });

  it('tells how long it lasts, by rest and at all, and is renewed by everything but that question', async () => {
    const operator = await installation.signInWithPassword('admin@example.com');
    const left = async () => (await operator.get('/api/user/sessionLeft')).data;
    await installation.db
      .updateTable('session')
      .set({ last_seen_at: secondsAgo(50), created_at: secondsAgo(100) })
      .where('ended_at', 'is', null)
      .execute();
    for (let step = 0; step < 2; step += 1) {
      const { idle_seconds: idle, max_seconds: max, warn_seconds: warn } = (await left()) as Record<string, number>;
      expect(idle).toBeLessThanOrEqual(10);
      expect(max).toBeLessThanOrEqual(500);
      expect(warn).toBe(15);
    }
    expect(await who(operator.token)).toMatchObject({ code: 200 });
    const { idle_seconds: renewed } = (await left()) as Record<string, number>;
    expect(renewed).toBeGreaterThan(15);
  });

  it('is not kept by what the console asks by itself', async () => {
    const left = await installation.signInWithPassword('admin@example.com');
    await installation.db
      .updateTable('session')
      .set({ last_seen_at: secondsAgo(30) })
      .execute();
    expect(await left.get('/api/ajax/todo/getCounts')).toMatchObject({ code: 200 });
    expect(await left.get('/api/ajax/workbench/getSummary')).toMatchObject({ code: 200 });
    const marked = await installation.app.inject({
      url: '/api/User/getAdminInfo',
      headers: { authorization: left.token, 'x-background': '1' },
    });
    expect(marked.json()).toMatchObject({ code: 200 });
    const seen = async () =>
      (
        await installation.db.selectFrom('session').select('last_seen_at').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
      ).last_seen_at.getTime();
    const before = await seen();
    expect(Date.now() - before).toBeGreaterThanOrEqual(30_000);
    expect(await who(left.token)).toMatchObject({ code: 200 });
    expect((await seen()) - before).toBeGreaterThanOrEqual(30_000);
  });

  it('of a disabled account answers 账号被禁用, and 401 once the account is enabled again', async () => {
    const nobody = await installation.signInWithPassword('nobody@example.com');
    await setAccount('disabled');
    expect(await who(nobody.token)).toMatchObject({ code: 403, message: '账号被禁用', data: null });
    expect(await installation.attempt('nobody@example.com')).toMatchObject({ code: 403, message: '账号被禁用' });
    expect(await installation.attempt('nobody@example.com', 'wrong')).toMatchObject(failed('帐号或密码错误'));
    await setAccount('enabled');
  });

  it('does not begin once its role is disabled, though the login had found it enabled, and the login log says so', async () => {
    const { id: roleId } = await installation.db
      .insertInto('role')
      .values({ position: '登录时被禁用', description: '', nodes: [1, 2] })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { password_hash } = await installation.db
      .selectFrom('account')
      .select('password_hash')
      .where('id', '=', '1')
      .executeTakeFirstOrThrow();
    const { id } = await installation.db
      .insertInto('account')
      .values({ username: 'overlap@example.com', realname: '同时', mobile: '12000000000', role_id: roleId, password_hash })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { imgCodeToken } = await captcha();
    let hasEnded = false;
    const login = await installation.db.transaction().execute(async (tx) => {
      // The role is disabled but not committed: the login still reads it as enabled, and must wait for this transaction.
      await tx.updateTable('role').set({ status: 'disabled' }).where('id', '=', roleId).execute();
      const answer = logIn({ username: 'overlap@example.com', imgCodeToken }).finally(() => (hasEnded = true));
      await vi.waitUntil(
        async () =>
          hasEnded ||
          (await installation.pool.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
            .rowCount === 1,
        { timeout: 120_000 },
      );
      return { answer };
    });
    expect(await login.answer).toMatchObject({ code: 403, message: '账号被禁用', data: null });
    expect(await installation.db.selectFrom('session').select('id').where('account_id', '=', id).execute()).toEqual([]);
    const logged = await installation.db.selectFrom('admin_login').select('result').where('account_id', '=', id).execute();
    expect(logged).toEqual([{ result: 'disabled' }]);
  });

  it('follows a change of its role on the next call', async () => {
    const nobody = await installation.signInWithPassword('nobody@example.com');
    expect((await who(nobody.token)).data.permissions).toEqual([]);
    expect((await nobody.post<MenuItem[]>('/api/member/getMenu')).data).toEqual([]);
    await installation.db
      .updateTable('role')
      .set({ nodes: [1, 2] })
      .where('id', '=', '3')
      .execute();
    expect((await who(nobody.token)).data.permissions).toEqual(['user:enterprise']);
    expect((await nobody.post<MenuItem[]>('/api/member/getMenu')).data).toMatchObject([
      { id: '1', url: '/user', childMenu: [{ id: '2', url: '/enterprise', parent_id: '1' }] },
    ]);
    await installation.db.updateTable('role').set({ status: 'disabled' }).where('id', '=', '3').execute();
    expect(await who(nobody.token)).toMatchObject({ code: 403, message: '账号被禁用' });
  });
});

it('hashes passwords with argon2id and a salt of their own', async () => {
  const [one, two] = await Promise.all([hashPassword('same'), hashPassword('same')]);
  expect(one).toMatch(/^\$argon2id\$/);
  expect(one).not.toBe(two);
});
