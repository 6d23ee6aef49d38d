import type { Readable } from 'node:stream';

/** An object as the store holds it: its content names it. */
export interface StoredObject {
  /** Lower-case hex, 64 letters. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** First and last byte of a part, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The content-addressed store. Whatever backend: an object is either there whole, under its true hash, or not there. */
export interface ObjectStore {
  /**
   * Takes a stream in and resolves once the object is on stable storage under its hash. The same content twice is one object.
   * A source that fails, is too large or has another hash than expected leaves nothing. @throws StorageError
   */
  put(source: Readable, limits: { maxBytes: number; expectedSha256?: string }): Promise<StoredObject>;
  /** Opens an object, or a part of it; `sizeBytes` is the whole object's. @throws StorageError `missing` */
  open(sha256: string, range?: ByteRange): Promise<{ stream: Readable; sizeBytes: number }>;
  /** The object's size, or null when it is not there. */
  stat(sha256: string): Promise<{ sizeBytes: number } | null>;
  /** Resolves when the store can really write. */
  check(): Promise<void>;
}

export class StorageError extends Error {
  override name = 'StorageError';

  constructor(readonly kind: 'too_large' | 'hash_mismatch' | 'missing') {
    super(kind);
  }
}

/** Guards every path or key that is made of a hash: nothing but 64 lower-case hex letters gets through. */
export function checkedHash(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new StorageError('missing');
  return sha256;
}
