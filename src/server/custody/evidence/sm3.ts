import { createHash } from 'node:crypto';
import { openSm3Stream, type Sm3 } from './sm3-pool.ts';

/**
 * Hashes small files on this thread and large ones on the pool. SM3 has no CPU instructions on most machines and takes four times as long
 * as SHA-256, so a large file is hashed beside its other processing; a small one is done before a thread would answer. Only `poolFromBytes`
 * are buffered to decide this, because many stalled uploads may be open at once.
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
