import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { testApp } from '../../../../../test/installation/app.ts';
import { callCounter } from './call-counter.ts';

const installation = testApp({ RATE_LIMIT_PER_MINUTE: '3', LOGIN_RATE_PER_MINUTE: '2' });
let at = 0;
const ask = (url: string, address: string, authorization: string, method: 'GET' | 'POST' = 'GET') =>
  installation.app.inject({ method, url, remoteAddress: address, headers: { authorization } });
// Fake time, so that a counted minute does not end during a test on a slow machine.
beforeAll(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterAll(() => void vi.useRealTimers());

const tooMany = { code: 429, message: '请求过于频繁，请稍后再试', msg: '请求过于频繁，请稍后再试', data: null };

it('an address and token that call too often wait, whatever they call; others do not', async () => {
  const urls = ['/api/User/getAdminInfo', '/api/ajax/user/getUserList?type=1', '/api/member/getMenu', '/api/User/getAdminInfo'];
  const answers = [];
  for (const url of urls) answers.push(await ask(url, '192.0.2.1', 'one'));
  expect(answers.map(({ statusCode }) => statusCode === 429)).toEqual([false, false, false, true]);
  expect(answers[3]?.json()).toEqual(tooMany);
  expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask('/api/User/getAdminInfo', '192.0.2.1', 'other')).statusCode).toBe(200);
  expect((await ask('/api/User/getAdminInfo', '192.0.2.2', 'one')).statusCode).toBe(200);
});

it('signing in is counted by address alone, its captchas with it, and apart from the other calls', async () => {
  const answers = [];
  for (const [at, url] of ['/api/login/getImgCode', '/api/login/login', '/api/login/getImgCode'].entries())
    answers.push(await ask(url, '192.0.2.3', `token ${at}`, url.endsWith('login') ? 'POST' : 'GET'));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
  expect(answers[2]?.json()).toEqual(tooMany);
  expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask('/api/login/getImgCode', '192.0.2.4', '')).statusCode).toBe(200);
  expect((await ask('/api/User/getAdminInfo', '192.0.2.3', 'token 0')).statusCode).toBe(200);
});

it('an address is counted as one, whatever tokens it presents, and no flood of them makes its sign-ins be forgotten', async () => {
  const attacker = '192.0.2.5';
  expect((await ask('/api/login/getImgCode', attacker, '')).statusCode).toBe(200);
  expect((await ask('/api/login/getImgCode', attacker, '')).statusCode).toBe(200);
  const flood = [];
  for (let at = 0; at < 6000; at += 1) flood.push((await ask('/api/User/getAdminInfo', attacker, `Bearer random-${at}`)).statusCode);
  expect(flood.filter((status) => status !== 429)).toHaveLength(30);
  // Nor does a flood from many addresses.
  for (let at = 0; at < 300; at += 1) await ask('/api/User/getAdminInfo', `198.51.100.${at % 250}`, `Bearer other-${at}`);
  expect((await ask('/api/login/getImgCode', attacker, 'Bearer other')).statusCode).toBe(429);
});

it('one household of IPv6 signs in as one', async () => {
  const from = (address: string) => ask('/api/login/getImgCode', address, '');
  expect((await from('2001:db8:1:2::1')).statusCode).toBe(200);
  expect((await from('2001:db8:1:2:ffff::9')).statusCode).toBe(200);
  expect((await from('2001:0db8:0001:0002:aaaa:bbbb:cccc:dddd')).statusCode).toBe(429);
  expect((await from('2001:db8:1:3::1')).statusCode).toBe(200);
});

it('open calls are limited by address, and say when to come again', async () => {
  const answers = [];
  for (let at = 1; at <= 4; at += 1) answers.push(await ask('/open/v1/verify?number=0', `2001:db8:9:9::${at}`, ''));
  expect(answers.map(({ statusCode }) => statusCode === 429)).toEqual([false, false, false, true]);
  expect(answers[3]?.json()).toMatchObject({ error: { code: 'rate' } });
  expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0);
});

it.each([
  ['/s/abc', 3],
  [`/s/${'A'.repeat(43)}/dossier`, 3],
  ['/.well-known/notary-keys.json', 3],
  ['/log/checkpoint', 3],
  ['/log/tile/0/000', 30],
  ['/files/abc', 30],
  ['/files/batch/abc/a.zip', 30],
  ['/files/package/abc/a.zip', 30],
  ['/events/presence?object=user/1', 30],
  ['/open/docs', 3],
  ['/open/v1/openapi.json', 3],
  ['/open/v1/versions/latest?type=1', 3],
  ['/metrics', 3],
])('%s is limited by address', async (url, calls) => {
  const address = `203.0.113.${(at += 1)}`;
  const statuses = [];
  for (let nth = 0; nth <= calls; nth += 1) statuses.push((await ask(url, address, `Bearer ${nth}`)).statusCode);
  expect(statuses.indexOf(429)).toBe(calls);
  const refused = await ask(url, address, '');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.json()).toMatchObject(url.startsWith('/open/') ? { error: { code: 'rate' } } : tooMany);
});

it('the beat of a stranger is limited by address', async () => {
  const statuses = [];
  for (let nth = 0; nth <= 30; nth += 1)
    statuses.push((await ask('/events/presence/00000000-0000-4000-8000-000000000000', '203.0.113.99', '', 'POST')).statusCode);
  expect([statuses[29], statuses[30]]).toEqual([410, 429]);
});

it('forgets nothing before its minute is over, and counts together what finds no room', () => {
  let now = 0;
  const counter = callCounter({ perMinute: 2, maxKeys: 3, nowMs: () => now });
  expect(['a', 'a', 'b', 'c'].map((key) => counter.count(key))).toEqual([null, null, null, null]);
  for (let at = 0; at < 100; at += 1) counter.count(`new ${at}`);
  expect(counter.count('newest')).toBe(60);
  now = 59_999;
  expect([counter.count('a'), counter.count('b')]).toEqual([1, null]);
  now = 60_000;
  expect([counter.count('a'), counter.count('newest')]).toEqual([null, null]);
});
