import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { runningHashes } from './infer-upload-end.ts';

it('reads of a file that grows only what is new, and of several each by itself', async () => {
  const hashOf = runningHashes();
  const whole = { a: randomBytes(100), b: randomBytes(100) };
  const reads: string[] = [];
  const grown = (name: 'a' | 'b', sizeBytes: number) =>
    hashOf(name, {
      sizeBytes,
      async *stream(start) {
        reads.push(`${name} ${start}-${sizeBytes}`);
        yield whole[name].subarray(start, sizeBytes);
      },
    });
  for (const [name, size] of [
    ['a', 10],
    ['b', 20],
    ['a', 60],
    ['a', 60],
    ['b', 100],
    ['a', 30],
    ['a', 100],
  ] as const) {
    expect(await grown(name, size)).toBe(createHash('sha256').update(whole[name].subarray(0, size)).digest('hex'));
  }
  expect(reads).toEqual(['a 0-10', 'b 0-20', 'a 10-60', 'a 60-60', 'b 20-100', 'a 0-30', 'a 30-100']);
});
