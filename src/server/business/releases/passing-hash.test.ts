import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { passingHashes } from './passing-hash.ts';

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');
async function* of(text: string): AsyncGenerator<Buffer> {
  for (const letter of text) yield Buffer.from(letter);
}
async function pass(hashes: ReturnType<typeof passingHashes>, id: string, start: number, text: string, counts = true): Promise<void> {
  const { bytes, keep } = hashes.follow(id, start, of(text));
  let passed = '';
  for await (const chunk of bytes) passed += chunk.toString();
  expect(passed).toBe(text);
  if (counts) keep();
}

it('is that of the whole when every chunk has passed and counts, and is told again', async () => {
  const hashes = passingHashes();
  await pass(hashes, '1', 0, 'abc');
  expect(hashes.whole('1', 6)).toBeUndefined();
  await pass(hashes, '1', 3, 'de', false);
  await pass(hashes, '1', 3, 'def');
  for (let time = 0; time < 2; time += 1) expect(hashes.whole('1', 6)).toBe(sha256Of('abcdef'));
});

it('is not known where a chunk passed elsewhere, or nothing did', async () => {
  const hashes = passingHashes();
  await pass(hashes, '1', 0, 'abc');
  await pass(hashes, '1', 6, 'ghi');
  expect(hashes.whole('1', 9)).toBeUndefined();
  expect(hashes.whole('2', 0)).toBeUndefined();
});

it('is remembered for the hundred uploads that went on last', async () => {
  const hashes = passingHashes();
  for (let id = 0; id <= 100; id += 1) await pass(hashes, String(id), 0, 'a');
  expect([hashes.whole('0', 1), hashes.whole('1', 1)]).toEqual([undefined, sha256Of('a')]);
});
