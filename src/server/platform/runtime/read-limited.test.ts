import { expect, it } from 'vitest';
import { readLimited } from './read-limited.ts';

it('reads a body up to the limit, and drops a longer one without reading its rest', async () => {
  let isCancelled = false;
  const endless = () =>
    new Response(
      new ReadableStream({
        pull: (body) => body.enqueue(new Uint8Array(100)),
        cancel: () => void (isCancelled = true),
      }),
    );
  expect(await readLimited(new Response(new Uint8Array(100)), 100)).toEqual(new Uint8Array(100));
  expect(await readLimited(new Response(null), 0)).toEqual(new Uint8Array(0));
  expect(await readLimited(new Response(new Uint8Array(101)), 100)).toBeNull();
  expect(await readLimited(endless(), 250)).toBeNull();
  expect(isCancelled).toBe(true);
});
