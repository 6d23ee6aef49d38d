import { expect, it } from 'vitest';
import { TransportError } from '../../net/request.ts';
import { SignedOut } from '../../net/verdict.ts';
import { brokenOutcomes, failedOf, outcomesOf, withOutcomes } from './use-many.ts';

const done = (id: string) => ({ id, isDone: true, reason: '' });
const left = (id: string, reason: string) => ({ id, isDone: false, reason });

it('what a call answers is told row by row', () => {
  expect(
    outcomesOf({
      results: [
        { id: '1', done: 1, reason: '' },
        { id: '2', done: 0, reason: '该申请不存在' },
      ],
    }),
  ).toEqual([done('1'), left('2', '该申请不存在')]);
});

it('what failed is asked for again alone, and its later answer stands', () => {
  const first = withOutcomes(new Map(), [done('1'), left('2', '甲'), left('3', '乙')]);
  expect(failedOf(first)).toEqual(['2', '3']);
  const second = withOutcomes(first, [done('2'), left('3', '丙')]);
  expect([...second.values()]).toEqual([done('1'), done('2'), left('3', '丙')]);
  expect(failedOf(second)).toEqual(['3']);
});

it('a line that broke is the answer for every row that was asked for', () => {
  const broken = new TransportError('network');
  expect(brokenOutcomes(['1', '2'], broken)).toEqual([left('1', broken.message), left('2', broken.message)]);
  expect(brokenOutcomes(['1'], new SignedOut('账户过期'))).toEqual([left('1', '操作未完成，请重试')]);
});
