import { createHash } from 'node:crypto';
import { openSm3Stream, type Sm3 } from './sm3-pool.ts';

/**
 * SM3 has no instructions of its own on most machines and takes four times as long as SHA-256: a large file has it taken by the pool's
 * threads, beside the hashing and writing of the rest. A small one is done before the threads would have answered. Little is held before
 * that is known, because many uploads may stand still at once.
 */
export function createSm3(poolFromBytes = 256 * 1024): Sm3 {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let pooled: Sm3 | null = null;
  return {
    update(chunk) {
      if (pooled) return pooled.update(chunk);
      held.push(chunk);
      heldBytes += chunk.length;
      if (heldBytes < poolFromBytes) return undefined;
      const stream = openSm3Stream();
      pooled = stream;
      const early = Promise.all(held.map((one) => stream.update(one)));
      held = [];
      return early.then(() => undefined);
    },
    async digest() {
      if (pooled) return pooled.digest();
      const hash = createHash('sm3');
      for (const chunk of held) hash.update(chunk);
      return hash.digest('hex');
    },
    close: () => pooled?.close(),
  };
}
