import { createHash, type Hash } from 'node:crypto';

/**
 * SHA-256 of uploads, taken while their chunks pass: a whole one need not be read again. In this process's memory alone, and a help: of an
 * upload whose chunks passed elsewhere, or before a start, nothing is known, and whoever wants its hash reads it.
 */
export interface PassingHashes {
  /** Hashes the bytes of a chunk that begins at `start` on their way; they count once `keep` is called. */
  follow(id: string, start: number, bytes: AsyncIterable<Buffer>): { readonly bytes: AsyncIterable<Buffer>; keep(): void };
  /** Lower-case hex; undefined where not every byte up to there has passed here. */
  whole(id: string, sizeBytes: number): string | undefined;
}

export function passingHashes(): PassingHashes {
  const known = new Map<string, { readonly at: number; readonly hash: Hash }>();
  return {
    follow(id, start, bytes) {
      const before = known.get(id);
      const hash = start === 0 ? createHash('sha256') : before?.at === start ? before.hash.copy() : null;
      let at = start;
      async function* passing(): AsyncGenerator<Buffer> {
        for await (const chunk of bytes) {
          hash?.update(chunk);
          at += chunk.length;
          yield chunk;
        }
      }
      const keep = (): void => {
        if (!hash) return;
        known.delete(id);
        known.set(id, { at, hash });
        const [oldest] = known.keys();
        if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
      };
      return { bytes: passing(), keep };
    },
    whole(id, sizeBytes) {
      const last = known.get(id);
      return last?.at === sizeBytes ? last.hash.copy().digest('hex') : undefined;
    },
  };
}

const mostKnown = 100;
