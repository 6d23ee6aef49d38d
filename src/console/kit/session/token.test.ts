import { expect, it } from 'vitest';
import { cookieToken } from './token.ts';

it.each([
  ['', ''],
  ['token=one', 'one'],
  ['a=b; token=one; c=d', 'one'],
  ['a=b;token=one', 'one'],
  ['token=a%2Bb', 'a+b'],
  ['token=%E0%A4', ''],
  ['token=%', ''],
  ['token=%E0%A4; token=one', 'one'],
  ['token=; token=one', 'one'],
  ['xtoken=one; tokens=two', ''],
])('reads the token of the cookies %j as %j', (cookies, token) => {
  expect(cookieToken(cookies, { isSecure: false, known: null })).toBe(token);
});

it.each([
  ['the cookie with the prefix', 'token=planted; __Host-token=own', 'own', 'own'],
  ['none that a sibling host planted', 'token=planted', null, ''],
  ['none that a sibling host planted over another session', 'token=planted', 'own', ''],
  ['that of a session from before the prefix', 'token=own', 'own', 'own'],
])('takes over TLS %s', (_what, cookies, known, token) => {
  expect(cookieToken(cookies, { isSecure: true, known })).toBe(token);
});
