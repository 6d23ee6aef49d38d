import { expect, it } from 'vitest';
import { conflictCode } from '../../../contract/wire.ts';
import { CallRefused } from '../net/verdict.ts';
import { outcomeOf } from './review-outcome.ts';

it.each(['该申请已撤回', '该用户又提交了新的资料', '该申请已被其他人审核'])(
  'keeps the words of the server for a case that is another: %s',
  async (words) => {
    expect(await outcomeOf(Promise.reject(new CallRefused(conflictCode, words)))).toEqual({ lost: words });
  },
);

it('takes every other refusal for one that can be corrected', async () => {
  expect(await outcomeOf(Promise.reject(new CallRefused(400, '请填写原因')))).toBe('failed');
  expect(await outcomeOf(Promise.resolve())).toBe('done');
});
