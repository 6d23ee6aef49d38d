import type { Readable } from 'node:stream';

/** An object in the store, named by its content. */
export interface StoredObject {
  /** Lower-case hex, 64 letters. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

export interface ListedObject {
  readonly sha256: string;
  readonly putAt: Date;
}

/** First and last byte of a part, both included: 0 ≤ start ≤ end < size of the object. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface PutLimits {
  /** An object of exactly this size is taken. */
  readonly maxBytes: number;
  /** Lower-case hex. Any other form matches no content. */
  readonly expectedSha256?: string;
}

export interface PutOptions extends PutLimits {
  /** Called once, after the last byte and before the object gets its name. If it throws, the put fails with that and stores nothing. */
  readonly approve?: (object: StoredObject) => Promise<void>;
  /**
   * Called whenever the storage has completed a step. A put of several requests may take minutes; each step shows that the storage still
   * responds.
   */
  readonly onStep?: () => void;
}

/**
 * The content-addressed store. On every backend an object is either there whole, under its true hash, or not there. Objects never change.
 */
export interface ObjectStore {
  /**
   * Stores a stream of bytes. Resolves once the object is on stable storage under its hash, so that it survives a power failure. Equal
   * content, also put concurrently, is one object; each put resolves only when that object is durable. Memory use does not grow with the
   * object: the next chunk is requested when the last one is written (S3: when a part of 8 MiB is). The source must not change a chunk
   * after handing it over.
   *
   * A source that fails, ends early, is too large, has an unexpected hash or is not approved leaves nothing behind and is destroyed. A
   * caller that still needs the connection behind the source must pass a stream of its own. If the storage itself fails at the last step,
   * the whole object may exist although it was never acknowledged; putting it again makes it durable.
   * @throws StorageError `too_large`, `hash_mismatch`; the source's own error; the storage's own error.
   */
  put(source: Readable | AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredObject>;
  /**
   * Opens an object or a part of it; `sizeBytes` is the size of the whole object. The stream must be read to its end or destroyed. The
   * bytes are not checked against the hash; that is the task of the scrub.
   * @throws StorageError `missing`, also if `sha256` is not a hash. @throws RangeError
   */
  open(sha256: string, range?: ByteRange): Promise<{ stream: Readable; sizeBytes: number }>;
  /** The object's size, or null if there is none. @throws StorageError `missing` if `sha256` is not a hash. */
  stat(sha256: string): Promise<{ sizeBytes: number } | null>;
  /**
   * Removes an object; does nothing if there is none. Only the collector of orphaned objects (custody/objects/collect-orphaned) may call
   * this, since it knows that no row needs the object.
   */
  remove(sha256: string): Promise<void>;
  /** Readiness check: resolves if the store can really write. */
  check(): Promise<void>;
  /** Every object and when it was last put, in no order. Objects that come or go meanwhile may or may not be listed. */
  list(): AsyncIterable<ListedObject>;
  /** Removes what killed puts left behind, and nothing that a running put may use. A new store has already done this. */
  tidy(): Promise<void>;
  /** Where the storage itself finds an object, for a `join` elsewhere in it; absent if the storage cannot join. */
  readonly sourceOf?: (sha256: string) => string;
  /**
   * As `put`, of objects that are already in the same storage (`sourceOf`), in their order; none of their bytes pass through the server.
   * Each but the last has at least 5 MiB, as S3 requires. The caller vouches that they form `object`; only the size is checked. Absent if
   * every byte has to pass through the server. @throws StorageError `missing` if a part is not there, or no longer.
   */
  readonly join?: (parts: readonly JoinedPart[], object: StoredObject) => Promise<void>;
  /** Links by which browsers fetch objects from the storage itself; absent if the server delivers them. */
  readonly direct?: DirectLinks;
}

export interface JoinedPart {
  readonly source: string;
  readonly sizeBytes: number;
}

export interface DirectLinks {
  /** Scheme, host and port of every link, for the content security policy. */
  readonly origin: string;
  /**
   * Returns an address from which anyone can fetch the object for `ttlSeconds`. Does not check that the object exists.
   * @throws StorageError `missing` if `sha256` is not a hash.
   */
  link(sha256: string, as: { mediaType: string; contentDisposition: string; ttlSeconds: number }): Promise<string>;
}

export type StorageFault = 'too_large' | 'hash_mismatch' | 'missing';

export class StorageError extends Error {
  override name = 'StorageError';

  constructor(readonly kind: StorageFault) {
    super(kind);
  }
}

/** Validates a hash before it becomes part of a path or key: only 64 lower-case hex letters pass. @throws StorageError `missing` */
export function checkedHash(sha256: string): string {
  if (!isHash(sha256)) throw new StorageError('missing');
  return sha256;
}

/** Whether a name is that of an object. Other files among the objects are ignored. */
export function isHash(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}
