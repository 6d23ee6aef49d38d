import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSm3 } from './sm3.ts';

// GM/T 0004-2012, appendix A.1.
it('is the standard’s', async () => {
  const sm3 = createSm3();
  sm3.update(Buffer.from('abc'));
  expect(await sm3.digest()).toBe('66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0');
});

it.each([0, 1, 999, 1000, 1001, 200_000])('is the same in a thread from 1000 bytes, of %i bytes in odd chunks', async (size) => {
  const bytes = randomBytes(size);
  const sm3 = createSm3(1000);
  try {
    for (let at = 0; at < size; at += 333) await sm3.update(bytes.subarray(at, at + 333));
    expect(await sm3.digest()).toBe(createHash('sm3').update(bytes).digest('hex'));
  } finally {
    sm3.close();
  }
});
