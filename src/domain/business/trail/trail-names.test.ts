import { expect, it } from 'vitest';
import { objectName, trailActions } from './trail-names.ts';

it('offers each act once, in Chinese words', () => {
  expect(new Set(trailActions).size).toBe(trailActions.length);
  expect(trailActions.filter((action) => !/^[一-龥]+$/.test(action))).toEqual([]);
});

it.each([
  ['user/17', '用户 17'],
  ['evidence/202611220001', '证据 202611220001'],
  ['balances/17', '余额明细 用户 17'],
  ['store', '文件存储'],
  ['balances', '用户余额查询'],
  ['users/personal', '个人用户认证'],
  ['users/enterprise', '企业用户认证'],
  ['orders', '公证订单'],
  ['charges', '充值消费订单'],
  ['trail', '操作日志'],
])('names %s %s', (object, name) => {
  expect(objectName(object)).toBe(name);
});

it('names an object that it does not know as it stands', () => {
  expect(objectName('nothing/5')).toBe('nothing/5');
  expect(objectName('toString')).toBe('toString');
});
