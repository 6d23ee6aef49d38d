import { expect, it } from 'vitest';
import { userType } from '../../domain/codes/users.ts';
import { CallRefused } from '../net/verdict.ts';
import { findReceiver } from './find-receiver.ts';

const [unknown, unverified] = ['该用户不存在', '该用户未实名通过'];
const [person, company] = [String(userType.code('personal')), String(userType.code('enterprise'))];

it.each([
  ['verified', unknown, '甲公司'],
  [unknown, 'verified', '该手机号是企业用户“甲公司”，请改选用户类型'],
  [unverified, 'verified', '该手机号是企业用户“甲公司”，请改选用户类型'],
  [unknown, unverified, '该手机号是企业用户，尚未实名通过'],
  [unverified, unknown, unverified],
  [unverified, unverified, unverified],
  [unknown, unknown, unknown],
])('of a number whose person is %s and whose company is %s says: %s', async (own, other, text) => {
  const answers = new Map([
    [person, own],
    [company, other],
  ]);
  const found = findReceiver('12800000000', person, undefined, async (_mobile, type) => {
    const answer = answers.get(type) ?? unknown;
    if (answer !== 'verified') throw new CallRefused(403, answer);
    return { name: '甲公司', type_name: '', user_id: '1', mobile: '', type: 2 };
  });
  expect(
    await found.then(
      ({ name }) => name,
      (error: Error) => error.message,
    ),
  ).toBe(text);
});
