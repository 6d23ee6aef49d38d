import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { faultMessage } from './errors.ts';

const coded = (code: string) => Object.assign(new Error(code), { code });
const database = (code: string) => Object.assign(new DatabaseError('refused', 7, 'error'), { code });

it.each([
  [coded('ENOSPC'), '文件磁盘已满'],
  [coded('EDQUOT'), '文件磁盘配额已用尽'],
  [coded('EROFS'), '文件磁盘处于只读状态'],
  [Object.assign(new Error('full'), { $metadata: { httpStatusCode: 507 } }), '文件存储空间已满'],
  [database('53100'), '数据库磁盘已满'],
  [database('25006'), '数据库处于只读状态'],
])('names what takes nothing: %s', (error, words) => {
  expect(faultMessage(error, 'r-7')).toBe(`${words}，本次操作未保存，请联系系统管理员，恢复后再提交（编号：r-7）`);
});

it.each([new Error('anything'), database('42P01'), coded('ECONNREFUSED'), 'text', null])(
  'says of all else that it is busy: %s',
  (error) => {
    expect(faultMessage(error, 'r-7')).toBe('系统繁忙，请稍后再试（编号：r-7）');
  },
);
