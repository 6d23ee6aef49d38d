import { expect, it } from 'vitest';
import { createResolver } from './resolver.ts';

it('keeps an answer, and asks again after a failed look-up', async () => {
  let asked = 0;
  const resolve = createResolver(async (host) => {
    asked += 1;
    if (asked === 1) throw new Error('no name server answers');
    return { addresses: [`192.0.2.${asked}`], from: host };
  });
  await expect(resolve('a.example')).rejects.toThrow('no name server answers');
  const answer = { addresses: ['192.0.2.2'], from: 'a.example' };
  expect(await resolve('a.example')).toEqual(answer);
  expect(await resolve('A.example.')).toEqual(answer);
});
