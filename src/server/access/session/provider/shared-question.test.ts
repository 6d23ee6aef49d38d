import { expect, it } from 'vitest';
import { sharedQuestion } from './shared-question.ts';

it('answers each caller by a question that was asked after they came, and asks no more than that', async () => {
  const asked: string[] = [];
  const ends: (() => void)[] = [];
  const ask = sharedQuestion(async (key) => {
    asked.push(key);
    const number = asked.length;
    await new Promise<void>((end) => ends.push(end));
    return number;
  });
  const first = ask('a');
  const second = ask('a');
  const third = ask('a');
  const other = ask('b');
  expect(asked).toEqual(['a', 'b']);
  ends[0]?.();
  expect(await first).toBe(1);
  await expect.poll(() => asked).toEqual(['a', 'b', 'a']);
  const fourth = ask('a');
  ends[1]?.();
  ends[2]?.();
  expect([await second, await third, await other]).toEqual([3, 3, 2]);
  await expect.poll(() => asked).toEqual(['a', 'b', 'a', 'a']);
  ends[3]?.();
  expect(await fourth).toBe(4);
});

it('goes on after a question that failed', async () => {
  let times = 0;
  const ask = sharedQuestion(async () => {
    times += 1;
    if (times === 1) throw new Error('away');
    return times;
  });
  const [first, second] = await Promise.allSettled([ask('a'), ask('a')]);
  expect(first).toMatchObject({ status: 'rejected' });
  expect(second).toMatchObject({ status: 'fulfilled', value: 2 });
});
