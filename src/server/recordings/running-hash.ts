import { createHash, type Hash } from 'node:crypto';

interface GrowingFile {
  readonly sizeBytes: number;
  /** The bytes from offset `start` to the end. */
  stream(start: number): AsyncIterable<Uint8Array>;
}

/**
 * SHA-256 of growing files: each call reads only the new bytes. Hash states are kept in memory for the thousand files that grew last; any
 * other file is read from the beginning. @returns lower-case hex.
 */
export function runningHashes(): (name: string, file: GrowingFile) => Promise<string> {
  const known = new Map<string, { readonly sizeBytes: number; readonly hash: Hash }>();
  return async (name, file) => {
    const last = known.get(name);
    const [start, hash] = last && last.sizeBytes <= file.sizeBytes ? [last.sizeBytes, last.hash.copy()] : [0, createHash('sha256')];
    for await (const chunk of file.stream(start)) hash.update(chunk);
    known.delete(name);
    known.set(name, { sizeBytes: file.sizeBytes, hash: hash.copy() });
    const [oldest] = known.keys();
    if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
    return hash.digest('hex');
  };
}

const maxKnown = 1000;
