import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { StorageError, type ObjectStore } from '../../platform/storage/store.ts';
import type { Pace } from './scrub-pace.ts';

/** Result of a check: the object matches its hash, something else is stored under the hash, or nothing is. */
export type ObjectCheck = 'whole' | 'damaged' | 'missing';

export interface ExpectedObject {
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Its SHA-512 is not known yet. */
  readonly wantsSha512?: boolean;
}

/** Cost of a check beyond the bytes read, expressed in bytes: the rows written about it, and a commit. */
export const readBytes = 131_072;

/** Result of a check; `sha512` is set if the object is whole and its SHA-512 was wanted. */
export interface ObjectCheckResult {
  readonly check: ObjectCheck;
  readonly sha512: Buffer | null;
}

/**
 * Reads and hashes an object, no faster than the pace. An object with a wrong size is not read. One that is not whole is read again,
 * because a store may answer wrongly once, and the verdict raises an alarm. When the server stops, a hanging storage does not delay it.
 * @throws the storage's own error; `noteUnread` decides what it means for the object.
 */
export async function checkObject(
  store: ObjectStore,
  wanted: ExpectedObject,
  pace: Pace,
  stopping: AbortSignal,
): Promise<ObjectCheckResult | 'stopped'> {
  const look = async () => {
    await pace(readBytes, stopping);
    return orStopped(readWhole(store, wanted, pace, stopping), stopping);
  };
  const first = await look();
  return first === 'stopped' || first.check === 'whole' ? first : look();
}

/** Resolves with the result of the work, or with `stopped` when the server stops. Work that hangs is left running and ignored. */
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
): Promise<ObjectCheckResult | 'stopped'> {
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

/** @returns false if the server stops before the end. */
async function hashAll(stream: Readable, hashes: readonly Hash[], pace: Pace, stopping: AbortSignal): Promise<boolean> {
  // Leaving the loop destroys the stream.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (const hash of hashes) hash.update(chunk);
    await pace(chunk.length, stopping);
    if (stopping.aborted) return false;
  }
  return true;
}
