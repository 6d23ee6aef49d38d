import { beforeAll, expect, it } from 'vitest';
import { password } from '../../../../test/installation/factories/accounts.ts';
import { testApp } from '../../../../test/installation/app.ts';
import type { LoginRow } from '../../../contract/console/login-logs.ts';

const installation = testApp();
const path = '/api/LoginLog/getList';
type Listed = { list: LoginRow[]; count: number };
const at = (text: string) => new Date(`${text}+08:00`);
let log: (fields: Record<string, string | number>) => Promise<Listed>;

beforeAll(async () => {
  const admin = await installation.signIn('admin@example.com');
  log = async (fields) => (await admin.get<Listed>(path, { limit: 100, ...fields })).data;
  const attempts = [
    { time: '2026-03-01T00:00:00', result: 'badPassword' },
    { time: '2026-03-01T23:59:59', result: 'success' },
    { time: '2026-03-02T00:00:00', result: 'locked' },
  ] as const;
  await installation.db
    .insertInto('admin_login')
    .values(attempts.map(({ time, result }) => ({ account_id: '2', name: '王审核', login_time: at(time), ip: '192.0.2.1', result })))
    .execute();
  const user = { type: 'personal' as const, name: '', mobile: '10000000007', registered_at: at('2026-01-01T00:00:00') };
  const { id } = await installation.db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
  await installation.db
    .insertInto('user_login')
    .values([
      { user_id: id, login_time: at('2026-03-01T08:00:00'), ip: '192.0.2.5' },
      { user_id: id, login_time: at('2026-03-02T08:00:00'), ip: '192.0.2.5' },
    ])
    .execute();
});

it('shows failures beside successes, by days and by result, each with the exact number', async () => {
  const day = { type: 1, datetime: '2026-03-01 - 2026-03-01' };
  expect((await log(day)).list.map(({ login_time, result }) => [login_time, result])).toEqual([
    ['2026-03-01 23:59:59', '成功'],
    ['2026-03-01 00:00:00', '密码错误'],
  ]);
  expect(await log({ ...day, result: 2 })).toMatchObject({ count: 1, list: [{ account_id: '2', name: '王审核', result: '密码错误' }] });
  expect(await log({ type: 1, result: 4 })).toMatchObject({ count: 1 });
  expect(await log({ ...day, limit: 1, page: 2 })).toMatchObject({ count: 2, list: [{ result: '密码错误' }] });
});

it('shows who signed in at the front end, a nameless user by his mobile', async () => {
  expect(await log({ type: 2, datetime: '2026-03-02 - 2026-03-31' })).toMatchObject({
    count: 1,
    list: [{ name: '10000000007', mobile: '10000000007', ip: '192.0.2.5' }],
  });
  expect((await log({ type: 2 })).count).toBe(2);
});

it('finds sign-ins by account and by address', async () => {
  const day = { datetime: '2026-03-01 - 2026-03-02' };
  const found = async (type: number, keyword: string) => (await log({ type, keyword, ...day })).count;
  // By username, name, part of the address, and the whole account id.
  expect([await found(1, 'REVIEWER@example'), await found(1, '王审'), await found(1, '192.0.2'), await found(1, '2')]).toEqual([
    3, 3, 3, 3,
  ]);
  expect([await found(1, 'other@example.com'), await found(1, '192.0.2.5'), await found(1, '%')]).toEqual([0, 0, 0]);
  const { id } = await installation.db.selectFrom('users').select('id').where('mobile', '=', '10000000007').executeTakeFirstOrThrow();
  expect([await found(2, '10000000007'), await found(2, '0007'), await found(2, '192.0.2.5'), await found(2, id)]).toEqual([2, 2, 2, 2]);
  expect([await found(2, '192.0.2.1'), await found(2, '10000000008')]).toEqual([0, 0]);
  expect(await log({ type: 1, keyword: '192.0.2.1', result: 2 })).toMatchObject({ count: 1 });
  // The username typed in an attempt with an unknown name.
  await installation.attempt('stranger@example.com', 'wrong');
  expect(await log({ type: 1, keyword: 'stranger@example.com' })).toMatchObject({
    count: 1,
    list: [{ account_id: '', name: 'stranger@example.com' }],
  });
});

it.each([
  [{ type: 3 }, '日志类型无效'],
  [{ type: 1, result: 99 }, '登录结果无效'],
  [{ type: 2, result: 1 }, '前台登录日志没有登录结果'],
  [{ type: 1, datetime: '2026-03-02 - 2026-03-01' }, '日期范围无效'],
])('refuses %j', async (fields, msg) => {
  const admin = await installation.signIn('admin@example.com');
  expect(await admin.get(path, fields)).toMatchObject({ code: 403, data: { msg } });
});

it('takes neither an address that a caller makes up, nor line breaks, nor what turns the reading direction', async () => {
  const forged = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' };
  await installation.attempt('mallory\r\n2026-01-01 成功\u202egnp.\u2066', 'wrong', 'test', forged);
  await installation.attempt('admin@example.com', password, 'wrong', forged);
  const [captcha, guess] = (await log({ type: 1, limit: 3 })).list.filter(({ result }) => result !== '成功');
  expect(captcha).toMatchObject({ account_id: '1', name: '管理员', ip: '127.0.0.1', result: '验证码错误' });
  expect(guess).toMatchObject({ account_id: '', name: 'mallory␣␣2026-01-01 成功␣gnp.␣', ip: '127.0.0.1', result: '密码错误' });
});
