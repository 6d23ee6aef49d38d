import { expect, it } from 'vitest';
import { testApp } from '../../../test/house/app.ts';

const house = testApp({ RATE_LIMIT_PER_MINUTE: '3', LOGIN_RATE_PER_MINUTE: '2' });
const ask = (url: string, address: string, authorization: string, method: 'GET' | 'POST' = 'GET') => house.app.inject({ method, url, remoteAddress: address, headers: { authorization } });
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
  for (const [at, url] of ['/api/login/getImgCode', '/api/login/login', '/api/login/getImgCode'].entries()) answers.push(await ask(url, '192.0.2.3', `token ${at}`, url.endsWith('login') ? 'POST' : 'GET'));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429]);
  expect(answers[2]?.json()).toEqual(tooMany);
  expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask('/api/login/getImgCode', '192.0.2.4', '')).statusCode).toBe(200);
  expect((await ask('/api/User/getAdminInfo', '192.0.2.3', 'token 0')).statusCode).toBe(200);
});
