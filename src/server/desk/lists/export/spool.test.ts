import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import { spool } from './spool.ts';

const bytes = randomBytes(300_000);
function* cut(size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

it.each([
  [7_919, 1_000_000],
  [7_919, 10_000],
  [100_000, 10_000],
  [1_000, 1_000],
  [300_000, 299_999],
])('gives every byte in its order, from pieces of %i through a file of %i', async (piece, capacity) => {
  expect((await buffer(await spool(Readable.from(cut(piece)), capacity))).equals(bytes)).toBe(true);
});

it('takes all that there is room for while nobody reads, and no more', async () => {
  let taken = 0;
  const endless = Readable.from(
    (function* () {
      for (;;) {
        taken += 1000;
        yield Buffer.alloc(1000);
      }
    })(),
  );
  const body = await spool(endless, 50_000);
  await expect.poll(() => taken).toBeGreaterThan(49_000);
  for (let i = 0; i < 50; i += 1) await new Promise((resolve) => setImmediate(resolve));
  // The streams' own buffers are in addition to the file.
  expect(taken).toBeLessThan(150_000);
  body.destroy();
  await expect.poll(() => endless.destroyed).toBe(true);
});

it('is done with its source while nobody reads, and gives the whole later', async () => {
  const source = Readable.from(cut(10_000));
  const body = await spool(source, 1_000_000);
  await expect.poll(() => source.destroyed).toBe(true);
  expect((await buffer(body)).equals(bytes)).toBe(true);
});

it('fails with its source', async () => {
  const failing = Readable.from(
    (function* () {
      yield Buffer.alloc(10);
      throw new Error('gone');
    })(),
  );
  await expect(spool(failing, 1000).then(buffer)).rejects.toThrow('gone');
});

it('leaves no file behind', async () => {
  // Of this test alone: a server that was killed may have left one in the usual folder.
  const folder = await mkdtemp(join(tmpdir(), 'notary-spool-'));
  vi.stubEnv('TMPDIR', folder);
  try {
    const body = await spool(Readable.from(cut(1000)), 1_000_000);
    expect(await readdir(folder)).toEqual([]);
    body.destroy();
  } finally {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  }
});
