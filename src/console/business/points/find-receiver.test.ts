import { expect, it } from 'vitest';
import { userType } from '../../../domain/business/codes/users.ts';
import { TransportError } from '../../kit/net/request.ts';
import { CallRefused } from '../../kit/net/verdict.ts';
import { findReceivers, wrongType } from './find-receiver.ts';

const [unknown, unverified] = ['该用户不存在', '该用户未实名通过'];
const [person, company] = [String(userType.code('personal')), String(userType.code('enterprise'))];

/** Looks up a number whose person and whose company answer so. */
const find = (ofPerson: string, ofCompany: string) =>
  findReceivers('12800000000', undefined, async (_mobile, type) => {
    const answer = type === person ? ofPerson : ofCompany;
    if (answer === 'offline') throw new TransportError('network');
    if (answer !== 'verified') throw new CallRefused(403, answer, {}, new Set(answer === unverified ? ['isUnverified'] : []));
    return { name: '甲', type_name: userType.labelOf(Number(type)), user_id: '1', mobile: '', type: Number(type), others: 0 };
  });

it.each([
  ['verified', unknown, [person]],
  ['verified', unverified, [person]],
  [unknown, 'verified', [company]],
  [unverified, 'verified', [company]],
  ['verified', 'verified', [person, company]],
])('a number whose person is %s and whose company is %s finds %j', async (ofPerson, ofCompany, types) => {
  expect((await find(ofPerson, ofCompany)).map(({ type }) => String(type))).toEqual(types);
});

it.each([
  [unknown, unknown, unknown],
  [unverified, unknown, unverified],
  [unknown, unverified, unverified],
  ['offline', 'verified', '网络异常'],
  ['verified', 'offline', '网络异常'],
])('a number whose person is %s and whose company is %s is refused: %s', async (ofPerson, ofCompany, text) => {
  await expect(find(ofPerson, ofCompany)).rejects.toThrow(text);
});

it('names the one who has the number when the other type was chosen', async () => {
  expect(wrongType(await find(unknown, 'verified')).message).toBe('该手机号是企业用户“甲”，请改选用户类型');
});
