import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { groupCommit } from './group-commit.ts';

const refusal = (code: string) => Object.assign(new DatabaseError('no', 2, 'error'), { code });

/** Work that records its batches and fails for a batch that contains an item of `bad`. */
function noted(bad: Record<string, Error> = {}) {
  const batches: string[][] = [];
  const work = async (items: readonly string[]): Promise<PromiseSettledResult<string>[]> => {
    batches.push([...items]);
    await Promise.resolve();
    for (const item of items) if (bad[item]) throw bad[item];
    return items.map((item) =>
      item === 'refused' ? { status: 'rejected', reason: new Error('refused') } : { status: 'fulfilled', value: item.toUpperCase() },
    );
  };
  return { batches, work };
}

it('carries out together what comes while a batch is under way, in order, so many at most', async () => {
  const { batches, work } = noted();
  const call = groupCommit(work, 3);
  expect(await Promise.all(['a', 'b', 'c', 'd', 'e'].map(call))).toEqual(['A', 'B', 'C', 'D', 'E']);
  expect(batches).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
  expect(await call('f')).toBe('F');
});

it('gives each caller the result of his own item', async () => {
  const call = groupCommit(noted().work);
  expect(await Promise.allSettled(['a', 'refused', 'b'].map(call))).toMatchObject([
    { value: 'A' },
    { status: 'rejected', reason: { message: 'refused' } },
    { value: 'B' },
  ]);
});

it.each([
  ['the database refuses', refusal('22021')],
  ['the program cannot do', new RangeError('a lone surrogate')],
])('keeps the fault of one from the others: what %s together is tried one by one', async (_what, fault) => {
  const { batches, work } = noted({ bad: fault });
  const call = groupCommit(work);
  expect(await Promise.allSettled(['a', 'b', 'bad', 'c'].map(call))).toMatchObject([
    { value: 'A' },
    { value: 'B' },
    { status: 'rejected', reason: { message: fault.message } },
    { value: 'C' },
  ]);
  expect(batches).toEqual([['a'], ['b', 'bad', 'c'], ['b'], ['bad'], ['c']]);
});

it.each([
  ['has gone', new Error('Connection terminated unexpectedly')],
  ['is ending', refusal('57P01')],
  ['cannot be reached', Object.assign(new Error('no'), { code: 'ECONNREFUSED' })],
])('does not try one by one where the database %s, and goes on when it is back', async (_what, fault) => {
  const { batches, work } = noted({ bad: fault });
  const call = groupCommit(work);
  expect((await Promise.allSettled(['a', 'b', 'bad'].map(call))).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  expect(batches).toEqual([['a'], ['b', 'bad']]);
  expect(await call('c')).toBe('C');
});
