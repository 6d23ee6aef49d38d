import type { Readable } from 'node:stream';

/** An object as the store holds it: its content names it. */
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
  /** Lower-case hex; anything else matches nothing. */
  readonly expectedSha256?: string;
}

export interface PutOptions extends PutLimits {
  /** Asked once, after the last byte and before the object has its name: what this throws is what the put throws, and nothing is left. */
  readonly approve?: (object: StoredObject) => Promise<void>;
  /**
   * Told whenever the storage answered a step of its own; a put of several requests may take minutes, and each of them shows that somebody
   * is there.
   */
  readonly onStep?: () => void;
}

/**
 * The content-addressed store. Whatever backend: an object is either there whole, under its true hash, or not there. Objects are never
 * changed.
 */
export interface ObjectStore {
  /**
   * Takes a stream of bytes in and resolves once the object is on stable storage under its hash: from then on it survives a loss of power.
   * The same content twice, also at once, is one object, and each put resolves only when that object is durable. Memory does not grow with
   * the object: the next chunk is asked for when the last one is written (S3: when a part of 8 MiB is). A chunk stays as it was handed
   * over.
   *
   * A source that fails, ends early, is too large, has another hash than expected or is not approved leaves nothing, and is destroyed: who
   * still needs the connection behind it must stand a stream of its own between. Where the storage itself fails at the last step, the whole
   * object may be found although it was never acknowledged; putting it again makes it durable.
   * @throws StorageError `too_large`, `hash_mismatch`; the source's own error; the storage's own error.
   */
  put(source: Readable | AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredObject>;
  /**
   * Opens an object, or a part of it; `sizeBytes` is the whole object's. The stream must be read to its end or destroyed.
   * It gives what is stored; that this is still what the hash says is for the scrub to tell.
   * @throws StorageError `missing`, also for what is no hash. @throws RangeError
   */
  open(sha256: string, range?: ByteRange): Promise<{ stream: Readable; sizeBytes: number }>;
  /** The object's size, or null when it is not there. @throws StorageError `missing` for what is no hash. */
  stat(sha256: string): Promise<{ sizeBytes: number } | null>;
  /**
   * Removes an object; also when it is not there. For the collector of orphaned objects alone (custody/objects/collect-orphaned), which
   * knows that nobody is owed it.
   */
  remove(sha256: string): Promise<void>;
  /** Resolves when the store can really write: readiness. */
  check(): Promise<void>;
  /** Every object that is there, in no order, with when it was put last; what comes or goes meanwhile may be in it or not. */
  list(): AsyncIterable<ListedObject>;
  /** Removes what puts left that were killed before their end; nothing that another put may be at. A new store has done so. */
  tidy(): Promise<void>;
  /** Where the storage itself finds an object, for a `join` in another place of it; absent where it has no such thing. */
  readonly sourceOf?: (sha256: string) => string;
  /**
   * As `put`, of objects that lie in the same storage already (`sourceOf`), in their order: none of their bytes come here. Each but the
   * last has 5 MiB at least, as S3 demands. The caller vouches that all of them together are `object`; their size alone is looked at.
   * Absent where every byte has to come here. @throws StorageError `missing` when a part is not there (any more).
   */
  readonly join?: (parts: readonly JoinedPart[], object: StoredObject) => Promise<void>;
  /** Where browsers may fetch objects from the storage itself; absent where the server hands them out. */
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
   * An address that gives the object to whoever has it, for `ttlSeconds`. Whether it is there is not asked. @throws StorageError `missing`
   * for what is no hash.
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

/** Guards every path or key that is made of a hash: nothing but 64 lower-case hex letters gets through. */
export function checkedHash(sha256: string): string {
  if (!isHash(sha256)) throw new StorageError('missing');
  return sha256;
}

/** What else lies among the objects is none of ours. */
export function isHash(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}
