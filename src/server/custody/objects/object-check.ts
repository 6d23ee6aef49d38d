import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { StorageError, type ObjectStore } from '../../storage/store.ts';
import type { Pace } from './scrub-pace.ts';

/** What a look at an object came to: it is what its name says, something else lies under that name, or nothing. */
export type ObjectCheck = 'whole' | 'damaged' | 'missing';

export interface ExpectedObject {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** What a look costs beside the bytes that it reads, as bytes: the rows that are written about it, and a commit. */
export const readBytes = 131_072;

/**
 * Reads an object to its end and hashes it, no faster than the pace. One of another size is not read at all. A storage that hangs holds
 * nobody who stops.
 * @throws the storage's own error, of which noteUnread knows what it says of the object.
 */
export async function checkObject(
  store: ObjectStore,
  wanted: ExpectedObject,
  pace: Pace,
  stopping: AbortSignal,
): Promise<ObjectCheck | 'stopped'> {
  await pace(readBytes, stopping);
  return orStopped(readWhole(store, wanted, pace, stopping), stopping);
}

/** What the work comes to, or that the server stops; what hangs then goes on hanging, unheard. */
export function orStopped<Result>(work: Promise<Result>, stopping: AbortSignal): Promise<Result | 'stopped'> {
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve('stopped');
    if (stopping.aborted) stop();
    stopping.addEventListener('abort', stop, { once: true });
    work.finally(() => stopping.removeEventListener('abort', stop)).then(resolve, reject);
  });
}

async function readWhole(
  store: ObjectStore,
  { sha256, sizeBytes }: ExpectedObject,
  pace: Pace,
  stopping: AbortSignal,
): Promise<ObjectCheck | 'stopped'> {
  if (stopping.aborted) return 'stopped';
  const opened = await store.open(sha256).catch((error: unknown) => {
    if (error instanceof StorageError) return null;
    throw error;
  });
  if (!opened) return 'missing';
  if (opened.sizeBytes !== sizeBytes) {
    opened.stream.destroy();
    return 'damaged';
  }
  const found = await hashOf(opened.stream, pace, stopping);
  if (found === null) return 'stopped';
  return found === sha256 ? 'whole' : 'damaged';
}

async function hashOf(stream: Readable, pace: Pace, stopping: AbortSignal): Promise<string | null> {
  const hash = createHash('sha256');
  // Leaving the loop destroys the stream.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    await pace(chunk.length, stopping);
    if (stopping.aborted) return null;
  }
  return hash.digest('hex');
}
