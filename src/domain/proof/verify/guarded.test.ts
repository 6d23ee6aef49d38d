import { expect, it } from 'vitest';
import { guarded } from './guarded.ts';
import type { Line } from './line.ts';
import { ZipFault } from '../../kit/zip/zip-records.ts';

const run = (error: unknown) =>
  guarded<Line[]>(
    '检查',
    () => {
      throw error;
    },
    (line) => [line],
  );

it.each([new RangeError('Maximum call stack size exceeded'), new TypeError('x is undefined'), 'no error at all'])(
  'a check that throws %s is a failed line',
  async (error) => {
    expect(await run(error)).toEqual([{ outcome: 'fail', label: '检查', subject: null, reason: '内容异常，检查没有完成' }]);
  },
);

it.each([
  Object.assign(new Error('gone'), { syscall: 'read', code: 'EIO' }),
  new DOMException('gone', 'NotReadableError'),
  new ZipFault('文件不完整'),
])('a file that cannot be read is no verdict: %s', async (error) => {
  await expect(run(error)).rejects.toBe(error);
});
