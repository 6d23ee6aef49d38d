import { beforeAll, expect, it } from 'vitest';
import { operators } from '../../../../test/installation/factories/access.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { stepAt, totpCode } from '../session/secrets/totp.ts';

const installation = testApp({ LOGIN_MAX_FAILURES: '3' });
const make = operators(installation);
type As = Awaited<ReturnType<typeof installation.signIn>>;
let admin: As;
beforeAll(async () => {
  admin = await installation.signIn('admin@example.com');
});

const failed = (msg: string, more = {}) => ({ code: 403, message: 'failed', data: { msg, ...more } });
async function logIn(username: string, totp?: string) {
  const { imgCodeToken } = (await installation.nobody.get<{ imgCodeToken: string }>('/api/login/getImgCode')).data;
  return installation.nobody.post<{ token: string }>('/api/login/login', {
    username,
    password: make.password,
    imgCode: 'test',
    imgCodeToken,
    ...(totp === undefined ? {} : { totp }),
  });
}
/** The code of the current time step plus `steps`; neighbouring steps are accepted too. */
const codeOf = (secret: Buffer, steps = 0) => totpCode(secret, stepAt(Date.now()) + steps);

/** Sets it up as an authenticator app would: with the current code, so that the next one is left for the login. */
async function enable(by: As): Promise<Buffer> {
  const { secret, uri } = (await by.post<{ secret: string; uri: string }>('/api/User/totpBegin', { oldPassword: make.password })).data;
  expect(uri).toContain(`secret=${secret}`);
  const bytes = fromBase32(secret);
  expect(await by.post('/api/User/totpConfirm', { totp: codeOf(bytes) })).toMatchObject({ code: 200 });
  return bytes;
}

it('is asked for after the password once it is confirmed, and a code serves once', async () => {
  const user = await make.holding();
  await user.post('/api/User/totpBegin', { oldPassword: make.password });
  expect(await logIn(user.username)).toMatchObject({ code: 200 });
  expect(await user.post('/api/User/totpConfirm', { totp: '000000' })).toMatchObject(failed('动态口令错误'));
  const secret = await enable(user);
  expect(await logIn(user.username)).toMatchObject(failed('请输入动态口令', { needTotp: true }));
  expect(await logIn(user.username, codeOf(secret, -1))).toMatchObject(failed('动态口令错误', { needTotp: true }));
  const code = codeOf(secret, 1);
  const answers = await Promise.all([logIn(user.username, code), logIn(user.username, code)]);
  expect(answers.map((answer) => answer.code).toSorted()).toEqual([200, 403]);
  expect(await user.get('/api/User/totpState')).toMatchObject({ data: { enabled: 1, required: 0 } });
  expect(await user.post('/api/User/totpBegin', { oldPassword: make.password })).toMatchObject(failed('动态口令已启用'));
});

it.each([
  ['changePassword', { password: 'Another2026' }],
  ['totpBegin', {}],
  ['totpDisable', {}],
  ['passkeyBegin', {}],
  ['passkeyRemove', { id: '1' }],
])('a session cannot guess the password by %s: the lock counts, logs and ends it', async (call, fields) => {
  const user = await make.holding();
  const guess = (oldPassword: string) => user.post(`/api/User/${call}`, { ...fields, oldPassword });
  for (let at = 0; at < 3; at += 1) expect(await guess('wrong')).toMatchObject(failed('当前密码错误'));
  expect(await guess(make.password)).toMatchObject({ code: 401 });
  const results = await installation.db.selectFrom('admin_login').select('result').where('account_id', '=', user.id).execute();
  expect(results.filter(({ result }) => result === 'badPassword')).toHaveLength(3);
  expect(await logIn(user.username)).toMatchObject({ data: { msg: expect.stringContaining('登录失败次数过多') as string } });
  const { after } = await installation.db
    .selectFrom('trail')
    .select('after')
    .where('action', '=', '结束会话')
    .where('actor_id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(after).toEqual({ reason: '当前密码多次错误' });
});

it('a session cannot guess the password from many addresses', async () => {
  const user = await make.holding();
  const { token } = (await logIn(user.username)).data;
  const guess = async (oldPassword: string, at: number) =>
    (
      await installation.app.inject({
        method: 'POST',
        url: '/api/User/totpBegin',
        remoteAddress: `2001:db8:0:${at}::1`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ oldPassword }).toString(),
      })
    ).json<unknown>();
  for (let at = 0; at < 3; at += 1) expect(await guess('wrong', at)).toMatchObject(failed('当前密码错误'));
  expect(await guess(make.password, 4)).toMatchObject({ code: 401 });
  // Of the account itself nobody is locked out: the owner signs in, from an address without failures.
  expect(await logIn(user.username)).toMatchObject({ code: 200 });
});

it('refuses the right password of another session at the lock, and forgets the failures after a right one', async () => {
  const user = await make.holding();
  const disable = (oldPassword: string) => user.post('/api/User/totpDisable', { oldPassword });
  for (let round = 0; round < 3; round += 1) {
    expect(await disable('wrong')).toMatchObject(failed('当前密码错误'));
    expect(await disable(make.password)).toMatchObject(failed('动态口令未启用'));
  }
  const { token } = (await logIn(user.username)).data;
  for (let at = 0; at < 3; at += 1) await disable('wrong');
  expect(await installation.as(token).post('/api/User/totpDisable', { oldPassword: make.password })).toMatchObject({
    code: 403,
    data: { msg: expect.stringContaining('登录失败次数过多') as string },
  });
  expect(await installation.as(token).get('/api/User/getAdminInfo')).toMatchObject({ code: 401 });
});

it('counts wrong codes to the lock, and a right password in between gives no new guesses', async () => {
  const user = await make.holding();
  const secret = await enable(user);
  for (let guess = 0; guess < 3; guess += 1) {
    expect(await logIn(user.username, '000000')).toMatchObject(failed('动态口令错误'));
    if (guess < 2) expect(await logIn(user.username)).toMatchObject(failed('请输入动态口令'));
  }
  expect(await logIn(user.username, codeOf(secret, 1))).toMatchObject({
    code: 403,
    data: { msg: expect.stringContaining('登录失败次数过多') as string },
  });
});

it('is closed with the password alone, or by an administrator for one who lost his phone', async () => {
  const user = await make.holding();
  await enable(user);
  expect(await user.post('/api/User/totpDisable', { oldPassword: 'wrong' })).toMatchObject(failed('当前密码错误'));
  expect(await user.post('/api/User/totpDisable', { oldPassword: make.password })).toMatchObject({ code: 200 });
  expect(await logIn(user.username)).toMatchObject({ code: 200 });
  await enable(user);
  expect(await admin.post('/api/ajax/power/totpReset', { id: user.id })).toMatchObject({ code: 200 });
  expect(await logIn(user.username)).toMatchObject({ code: 200 });
  expect(await admin.post('/api/ajax/power/totpReset', { id: user.id })).toMatchObject(failed('该账号未启用动态口令'));
});

it('is taken away neither from oneself without the password, nor from one who holds more', async () => {
  const reset = (by: As, id: string) => by.post('/api/ajax/power/totpReset', { id });
  const editor = await make.holding(22, 24, 35);
  const ownSecret = await enable(editor);
  expect(await reset(editor, editor.id)).toMatchObject(failed('不能重置自己的动态口令，请在“动态口令”中关闭，或由其他管理员重置'));
  expect(await logIn(editor.username, codeOf(ownSecret, 1))).toMatchObject({ code: 200 });
  const more = await make.holding(1, 2, 22, 24);
  const secret = await enable(more);
  expect(await reset(editor, more.id)).toMatchObject(failed('该角色含有自己没有的权限，不能重置其账号的动态口令'));
  expect(await logIn(more.username)).toMatchObject(failed('请输入动态口令', { needTotp: true }));
  expect(await logIn(more.username, codeOf(secret, 1))).toMatchObject({ code: 200 });
  const less = await make.holding(22, 24);
  await enable(less);
  expect(await reset(editor, less.id)).toMatchObject({ code: 200 });
});

it('required by a role, comes before anything else', async () => {
  const user = await make.holding(1, 2, 36);
  const { position } = await installation.db.selectFrom('role').select('position').where('id', '=', user.roleId).executeTakeFirstOrThrow();
  expect(
    await admin.post('/api/ajax/role/addRole', {
      roleId: user.roleId,
      roleName: position,
      roleDesc: '须动态口令',
      menuId: '1,2,36',
      totpRequired: 1,
    }),
  ).toMatchObject({ code: 200 });
  // The hint sends the console to the page where it is set up.
  const blocked = { ...failed('请先设置动态口令'), data: { msg: '请先设置动态口令', mustSetUpTotp: true } };
  expect(await user.get('/api/ajax/user/getUserList', { type: 2 })).toMatchObject(blocked);
  expect(
    (await installation.app.inject({ url: '/api/export/userExport?type=2', headers: { cookie: `token=${user.token}` } })).json(),
  ).toMatchObject(blocked);
  expect(await user.get('/api/User/getAdminInfo')).toMatchObject({ code: 200, data: { mustSetUpTotp: 1 } });
  await enable(user);
  expect(await user.get('/api/ajax/user/getUserList', { type: 2 })).toMatchObject({ code: 200 });
  expect((await user.get('/api/User/getAdminInfo')).data).not.toHaveProperty('mustSetUpTotp');
  expect(await user.post('/api/User/totpDisable', { oldPassword: make.password })).toMatchObject(
    failed('所属角色要求使用动态口令，不能关闭'),
  );
});

it('keeps its secret sealed in the database', async () => {
  const user = await make.holding();
  const secret = await enable(user);
  const { secret: stored } = await installation.db
    .selectFrom('account_totp')
    .select('secret')
    .where('account_id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(stored.includes(secret)).toBe(false);
  expect(stored).toHaveLength(12 + 20 + 16);
});

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

it('tells every session of the account what was changed, in a message', async () => {
  const user = await make.holding();
  await enable(user);
  const { list } = (await user.get<{ list: { text: string }[] }>('/api/ajax/message/getList', { page: 1, limit: 10 })).data;
  expect(list[0]?.text).toMatch(/^您的账号启用了动态口令。如非本人操作/);
});
