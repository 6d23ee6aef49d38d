import { createHash } from 'node:crypto';
import type { NamedFiles } from '../../../server/platform/storage/named-files.ts';

/** Writes a file and returns the size and hash of its content. */
export async function putHashed(
  files: NamedFiles,
  name: string,
  source: AsyncIterable<Uint8Array>,
  leastBytes?: number,
): Promise<{ sha256: string; sizeBytes: number }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  await files.put(name, counted(), leastBytes);
  return { sha256: hash.digest('hex'), sizeBytes };

  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      yield chunk;
    }
  }
}
