import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { StorageError, type ObjectStore } from '../../storage/store.ts';
import type { Pace } from './scrub-pace.ts';

/** What a look at an object came to: it is what its name says, something else lies under that name, or nothing. */
export type ObjectCheck = 'whole' | 'damaged' | 'missing';

export interface ExpectedObject {
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Its SHA-512 is not known yet. */
  readonly wantsSha512?: boolean;
}

/** What a look costs beside the bytes that it reads, as bytes: the rows that are written about it, and a commit. */
export const readBytes = 131_072;

/** A look, and of a whole object whose SHA-512 is wanted that too. */
export interface ObjectLook {
  readonly check: ObjectCheck;
  readonly sha512: Buffer | null;
}

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
): Promise<ObjectLook | 'stopped'> {
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
  { sha256, sizeBytes, wantsSha512 = false }: ExpectedObject,
  pace: Pace,
  stopping: AbortSignal,
): Promise<ObjectLook | 'stopped'> {
  if (stopping.aborted) return 'stopped';
  const opened = await store.open(sha256).catch((error: unknown) => {
    if (error instanceof StorageError) return null;
    throw error;
  });
  if (!opened) return { check: 'missing', sha512: null };
  if (opened.sizeBytes !== sizeBytes) {
    opened.stream.destroy();
    return { check: 'damaged', sha512: null };
  }
  const [sha256Hash, sha512Hash] = [createHash('sha256'), wantsSha512 ? createHash('sha512') : null];
  if (!(await hashAll(opened.stream, [sha256Hash, ...(sha512Hash ? [sha512Hash] : [])], pace, stopping))) return 'stopped';
  if (sha256Hash.digest('hex') !== sha256) return { check: 'damaged', sha512: null };
  return { check: 'whole', sha512: sha512Hash?.digest() ?? null };
}

/** @returns false when the server stops before the end. */
async function hashAll(stream: Readable, hashes: readonly Hash[], pace: Pace, stopping: AbortSignal): Promise<boolean> {
  // Leaving the loop destroys the stream.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (const hash of hashes) hash.update(chunk);
    await pace(chunk.length, stopping);
    if (stopping.aborted) return false;
  }
  return true;
}
