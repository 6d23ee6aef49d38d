import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it, vi } from 'vitest';
import { testApp } from '../../../../../test/installation/app.ts';
import { operators } from '../../../../../test/installation/factories/access.ts';
import { authenticator, type Signed } from '../../../../../test/installation/factories/authenticator.ts';
import { stepAt, totpCode } from '../secrets/totp.ts';

// Passkeys belong to a host name, so an IP address would have none.
const installation = testApp({ LOGIN_MAX_FAILURES: '3', PUBLIC_URL: 'http://localhost' });
const make = operators(installation);
type As = Awaited<ReturnType<typeof installation.signIn>>;
let admin: As;
beforeAll(async () => {
  admin = await installation.signIn('admin@example.com');
});

const failed = (msg: string, more = {}) => ({ code: 403, message: 'failed', data: { msg, ...more } });
const asked = { msg: '请使用通行密钥完成登录', passkey: { rp_id: 'localhost' } };
interface LoginAnswer {
  readonly token: string;
  readonly passkey: { readonly challenge: string; readonly known: readonly { readonly id: string }[] };
}

/** The first step: the response to the password alone. */
async function withPassword(username: string, totp = '') {
  const { imgCodeToken } = (await installation.nobody.get<{ imgCodeToken: string }>('/api/login/getImgCode')).data;
  const fields = { username, password: make.password, imgCode: 'test', imgCodeToken, totp };
  return installation.nobody.post<LoginAnswer>('/api/login/login', fields);
}
const challengeFor = async (username: string) => (await withPassword(username)).data.passkey.challenge;
const answer = (signed: Signed) => installation.nobody.post<{ token: string }>('/api/login/passkey', { ...signed });

async function begin(by: As): Promise<string> {
  return (await by.post<{ challenge: string }>('/api/User/passkeyBegin', { oldPassword: make.password })).data.challenge;
}
async function add(by: As, name = `密钥${randomUUID().slice(0, 6)}`) {
  const key = authenticator();
  expect(await by.post('/api/User/passkeyConfirm', { name, ...key.make(await begin(by)) })).toMatchObject({ code: 200 });
  return { ...key, name };
}
const lastLogin = (id: string) =>
  installation.db
    .selectFrom('admin_login')
    .select(['result', 'way'])
    .where('account_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
/** Whether this many transactions wait for a lock. */
async function waiting(many: number): Promise<boolean> {
  const { rowCount } = await installation.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rowCount === many;
}
const trailOf = (id: string) =>
  installation.db.selectFrom('trail').select(['action', 'before', 'after']).where('object', '=', `account/${id}`).orderBy('id').execute();

it('is asked for after the password, and its signature signs in once', async () => {
  const user = await make.holding();
  const key = await add(user, '办公室的密钥');
  expect(await user.post('/api/User/passkeyConfirm', { name: '又一个', ...key.make(await begin(user)) })).toMatchObject(
    failed('该通行密钥已添加过'),
  );
  const first = await withPassword(user.username);
  expect(first).toMatchObject({ code: 403, data: { ...asked, passkey: { ...asked.passkey, known: [{ id: key.id }] } } });
  expect(await lastLogin(user.id)).toEqual({ result: 'passkeyAsked', way: 'passkey' });
  const signed = key.sign(first.data.passkey.challenge, 1);
  const answers = await Promise.all([answer(signed), answer(signed)]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 403]);
  expect(answers.find(({ code }) => code === 403)).toMatchObject(failed('验证已超时，请重新登录'));
  expect(await lastLogin(user.id)).toEqual({ result: 'success', way: 'passkey' });
  const token = answers.find(({ code }) => code === 200)?.data.token ?? '';
  expect(await installation.as(token).get('/api/User/passkeyList')).toMatchObject({
    data: { available: 1, list: [{ name: '办公室的密钥', fault: '' }] },
  });
  expect((await trailOf(user.id)).map(({ action, after }) => [action, after])).toEqual([
    ['添加通行密钥', { name: '办公室的密钥' }],
    ['登录', { way: 'passkey' }],
  ]);
});

it('of another origin, another host or another account is refused, and nothing is opened', async () => {
  const user = await make.holding();
  const key = await add(user);
  const another = await make.holding();
  const anothers = await add(another);
  const elsewhere = authenticator('evil.example', 'http://evil.example');
  const sessions = () => installation.db.selectFrom('session').select('id').where('account_id', '=', user.id).execute();
  const before = await sessions();
  expect(await answer(key.sign(await challengeFor(user.username), 5, 'http://evil.example'))).toMatchObject(
    failed('该通行密钥属于其他网站，不能使用'),
  );
  expect(await answer({ ...elsewhere.sign(await challengeFor(user.username), 5, 'http://localhost'), id: key.id })).toMatchObject(
    failed('通行密钥验证未通过'),
  );
  expect(await answer(anothers.sign(await challengeFor(user.username), 5))).toMatchObject({
    data: { msg: '该通行密钥未登记或已停用' },
  });
  expect(await lastLogin(user.id)).toEqual({ result: 'badPasskey', way: 'passkey' });
  // The third guess was the last before the lock.
  expect(await withPassword(user.username)).toMatchObject({ data: { msg: expect.stringContaining('登录失败次数过多') as string } });
  expect(await sessions()).toEqual(before);
  const challenge = await begin(another);
  expect(await another.post('/api/User/passkeyConfirm', { name: '外来', ...key.make(challenge, 'http://evil.example') })).toMatchObject(
    failed('该通行密钥属于其他网站，不能使用'),
  );
});

it('with a count that does not rise is a copy: it is refused, and blocked with the original', async () => {
  const user = await make.holding();
  const key = await add(user, '工牌');
  expect(await answer(key.sign(await challengeFor(user.username), 7))).toMatchObject({ code: 200 });
  const challenge = await challengeFor(user.username);
  expect(await answer(key.sign(challenge, 7))).toMatchObject(failed('该通行密钥疑似被复制，已停用，请联系管理员重置'));
  expect(await lastLogin(user.id)).toEqual({ result: 'copiedPasskey', way: 'passkey' });
  expect((await trailOf(user.id)).at(-1)).toMatchObject({ action: '停用通行密钥', after: { name: '工牌' } });
  const blocked = await withPassword(user.username);
  expect(blocked).toMatchObject(failed('没有可在此网址使用的通行密钥，请联系管理员重置'));
  expect(await user.get('/api/User/passkeyList')).toMatchObject({ data: { list: [{ fault: '疑似被复制，已停用' }] } });
  expect(await admin.post('/api/ajax/power/passkeyReset', { id: user.id })).toMatchObject({ code: 200 });
  expect(await withPassword(user.username)).toMatchObject({ code: 200 });
});

it('is refused if the account is disabled while it signs in, and the login log says so', async () => {
  const user = await make.holding();
  const key = await add(user);
  const signed = key.sign(await challengeFor(user.username), 5);
  const isWaiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  let hasEnded = false;
  const { answered } = await installation.db.transaction().execute(async (tx) => {
    // Not committed: the sign-in still reads the account as enabled, and must wait for this transaction.
    await tx.updateTable('account').set({ status: 'disabled' }).where('id', '=', user.id).execute();
    const answered = answer(signed).finally(() => (hasEnded = true));
    await vi.waitUntil(async () => hasEnded || (await installation.pool.query(isWaiting)).rowCount === 1, { timeout: 120_000 });
    return { answered };
  });
  expect(await answered).toMatchObject({ code: 403, message: '账号被禁用', data: null });
  expect(await lastLogin(user.id)).toEqual({ result: 'disabled', way: 'passkey' });
});

it('that was lost is reset by an administrator within reach, never by oneself', async () => {
  const editor = await make.holding(22, 24, 35);
  await add(editor);
  const reset = (by: As, id: string) => by.post('/api/ajax/power/passkeyReset', { id });
  expect(await reset(editor, editor.id)).toMatchObject(failed('不能重置自己的通行密钥，请在“通行密钥”中移除，或由其他管理员重置'));
  const more = await make.holding(1, 2, 22, 24);
  await add(more);
  expect(await reset(editor, more.id)).toMatchObject(failed('该角色含有自己没有的权限，不能重置其账号的通行密钥'));
  const less = await make.holding(22, 24);
  await add(less, '甲');
  await add(less, '乙');
  expect(await admin.get('/api/ajax/power/adminList', { keyword: less.username })).toMatchObject({ data: { list: [{ passkeys: 2 }] } });
  expect(await reset(editor, less.id)).toMatchObject({ code: 200 });
  expect((await trailOf(less.id)).at(-1)).toMatchObject({ action: '重置通行密钥', before: { passkeys: '甲、乙' } });
  expect(await reset(editor, less.id)).toMatchObject(failed('该账号没有通行密钥'));
  expect(await withPassword(less.username)).toMatchObject({ code: 200 });
});

it('is added and removed with the password alone, under names that differ', async () => {
  const user = await make.holding();
  expect(await user.post('/api/User/passkeyBegin', { oldPassword: 'wrong' })).toMatchObject(failed('当前密码错误'));
  const key = await add(user, '家里');
  const other = authenticator();
  expect(await user.post('/api/User/passkeyConfirm', { name: '家里', ...other.make(await begin(user)) })).toMatchObject(
    failed('已有同名的通行密钥', { fields: { name: '已有同名的通行密钥' } }),
  );
  const challenge = await begin(user);
  expect(await (await make.holding()).post('/api/User/passkeyConfirm', { name: '偷', ...other.make(challenge) })).toMatchObject(
    failed('添加已超时，请重新添加'),
  );
  const { list } = (await user.get<{ list: { id: string }[] }>('/api/User/passkeyList')).data;
  const id = list[0]?.id ?? '';
  expect(await user.post('/api/User/passkeyRemove', { id, oldPassword: 'wrong' })).toMatchObject(failed('当前密码错误'));
  expect(await (await make.holding()).post('/api/User/passkeyRemove', { id, oldPassword: make.password })).toMatchObject(
    failed('该通行密钥不存在'),
  );
  expect(await user.post('/api/User/passkeyRemove', { id, oldPassword: make.password })).toMatchObject({ code: 200 });
  expect(await withPassword(user.username)).toMatchObject({ code: 200 });
  expect(await answer(key.sign('no challenge of ours', 9))).toMatchObject(failed('验证已超时，请重新登录'));
});

it('stands beside a one-time password: either completes the sign-in', async () => {
  const user = await make.holding();
  const { secret } = (await user.post<{ secret: string }>('/api/User/totpBegin', { oldPassword: make.password })).data;
  const bytes = fromBase32(secret);
  expect(await user.post('/api/User/totpConfirm', { totp: totpCode(bytes, stepAt(Date.now())) })).toMatchObject({ code: 200 });
  const key = await add(user);
  const first = await withPassword(user.username);
  expect(first).toMatchObject({ code: 403, data: { msg: '请使用通行密钥，或输入动态口令', needTotp: true } });
  expect(await answer(key.sign(first.data.passkey.challenge, 1))).toMatchObject({ code: 200 });
  expect(await withPassword(user.username, '000000')).toMatchObject(failed('动态口令错误', { needTotp: true }));
  expect(await withPassword(user.username, totpCode(bytes, stepAt(Date.now()) + 1))).toMatchObject({ code: 200 });
  expect(await lastLogin(user.id)).toEqual({ result: 'success', way: 'totp' });
});

it('satisfies a role that asks for a second factor, and the last one then stays', async () => {
  const user = await make.holding(1, 2, 36);
  await installation.db.updateTable('role').set({ requires_totp: true }).where('id', '=', user.roleId).execute();
  expect(await user.get('/api/ajax/user/getUserList', { type: 2 })).toMatchObject({ data: { mustSetUpTotp: true } });
  await add(user);
  expect(await user.get('/api/ajax/user/getUserList', { type: 2 })).toMatchObject({ code: 200 });
  const { list } = (await user.get<{ list: { id: string }[] }>('/api/User/passkeyList')).data;
  expect(await user.post('/api/User/passkeyRemove', { id: list[0]?.id ?? '', oldPassword: make.password })).toMatchObject(
    failed('所属角色要求使用动态口令或通行密钥，不能移除最后一个'),
  );
});

it('and a one-time password, taken away at once, leave one of the two where the role asks for a second factor', async () => {
  const user = await make.holding(1, 2, 36);
  const { secret } = (await user.post<{ secret: string }>('/api/User/totpBegin', { oldPassword: make.password })).data;
  const totp = totpCode(fromBase32(secret), stepAt(Date.now()));
  expect(await user.post('/api/User/totpConfirm', { totp })).toMatchObject({ code: 200 });
  await add(user);
  await installation.db.updateTable('role').set({ requires_totp: true }).where('id', '=', user.roleId).execute();
  const id = (await user.get<{ list: { id: string }[] }>('/api/User/passkeyList')).data.list[0]?.id ?? '';
  // Holds the removal of the secret at its last step.
  const { disabled, removed } = await installation.db
    .transaction()
    .execute(async (tx) => {
      await tx.selectFrom('account_totp').select('account_id').where('account_id', '=', user.id).forUpdate().execute();
      const first = user.post('/api/User/totpDisable', { oldPassword: make.password });
      await vi.waitUntil(() => waiting(1), { timeout: 120_000 });
      let isDone = false;
      const second = user.post('/api/User/passkeyRemove', { id, oldPassword: make.password }).finally(() => (isDone = true));
      await vi.waitUntil(async () => isDone || (await waiting(2)), { timeout: 120_000 });
      return { disabled: first, removed: second };
    })
    .then(async (both) => ({ disabled: await both.disabled, removed: await both.removed }));
  expect([disabled, removed]).toMatchObject([{ code: 200 }, failed('所属角色要求使用动态口令或通行密钥，不能移除最后一个')]);
});

it('and another, removed at once, leave one of the two where the role asks for a second factor', async () => {
  const user = await make.holding(1, 2, 36);
  await add(user);
  await add(user);
  await installation.db.updateTable('role').set({ requires_totp: true }).where('id', '=', user.roleId).execute();
  const { list } = (await user.get<{ list: { id: string }[] }>('/api/User/passkeyList')).data;
  // Holds each removal at its last step, which is the trail.
  const both = await installation.db.transaction().execute(async (tx) => {
    await sql`lock table trail in share mode`.execute(tx);
    const removals = list.map(({ id }) => user.post('/api/User/passkeyRemove', { id, oldPassword: make.password }));
    await vi.waitUntil(() => waiting(2), { timeout: 120_000 });
    return { removals };
  });
  const answers = (await Promise.all(both.removals)).toSorted(({ code }) => (code === 200 ? -1 : 1));
  expect(answers).toMatchObject([{ code: 200 }, failed('所属角色要求使用动态口令或通行密钥，不能移除最后一个')]);
  expect((await user.get<{ list: unknown[] }>('/api/User/passkeyList')).data.list.length).toBe(1);
});

it('a password that was changed since ends the sign-in that it began', async () => {
  const user = await make.holding();
  const key = await add(user);
  const challenge = await challengeFor(user.username);
  await installation.db.updateTable('account').set({ password_hash: 'another' }).where('id', '=', user.id).execute();
  expect(await answer(key.sign(challenge, 1))).toMatchObject(failed('帐号或密码错误'));
});

it.each([
  ['no JSON', 'AAAA'],
  ['JSON of another kind', Buffer.from('[1]').toString('base64url')],
  ['a huge text', 'A'.repeat(4001)],
  ['an empty one', ''],
])('bytes that are no answer are refused: %s', async (_what, clientData) => {
  const nonsense = { id: 'AAAA', clientData, authenticatorData: 'AAAA', signature: 'AAAA' };
  expect(await answer(nonsense)).toMatchObject({ code: 403, message: 'failed' });
});

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
