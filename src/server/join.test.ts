import { expect, it } from 'vitest';
import { joinHandlers } from './join.ts';

const calls = { getOne: {}, addOne: {} };
const [getOne, addOne] = [() => 1, () => 2];

it('has one handler for each call, of whatever feature', () => {
  expect(joinHandlers(calls, [{ addOne }, {}, { getOne }])).toEqual({ addOne, getOne });
});

it('names a call without a handler', () => {
  expect(() => joinHandlers(calls, [{ getOne }])).toThrow('the call addOne has no handler');
});

it('names a call with two handlers', () => {
  expect(() => joinHandlers(calls, [{ getOne, addOne }, { getOne }])).toThrow('the call getOne has two handlers');
});

it('names a handler of no call, an inherited name too', () => {
  expect(() => joinHandlers(calls, [{ getOne, addOne }, { toString: getOne }])).toThrow('the handler toString is of no call');
});
