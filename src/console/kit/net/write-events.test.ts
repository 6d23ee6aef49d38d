import { expect, it } from 'vitest';
import { isWrite } from './write-events.ts';

it.each([
  ['POST', 200, '审核成功', true],
  ['POST', '200', '操作成功', true],
  ['POST', 430, 'failed', true],
  ['POST', 200, 'success', false],
  ['POST', 403, 'failed', false],
  ['GET', 200, '操作成功', false],
] as const)('%s answered %s %s counts as a write: %s', (method, code, message, expected) => {
  expect(isWrite(method, { code, message, msg: message, data: null })).toBe(expected);
});
