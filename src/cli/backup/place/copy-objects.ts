import type { Readable } from 'node:stream';
import { StorageError, type ObjectStore, type StoredObject } from '../../../server/platform/storage/store.ts';
import { AgeFault } from './age-payload.ts';
import { linesOf } from './lines.ts';
import type { FaultyObject } from './manifest.ts';

export interface NamedObject extends StoredObject {
  /** The scrub has already reported it as damaged or missing. */
  readonly isExpectedFaulty: boolean;
}

/** Stores an object's bytes, and resolves when they are durable. @throws StorageError `hash_mismatch`, `too_large` */
export type Take<Taken> = (object: StoredObject, bytes: AsyncIterable<Uint8Array>) => Promise<Taken>;

/** Result of copying one object. */
export type Copied<Taken> =
  | { readonly object: NamedObject; readonly taken: Taken }
  | { readonly object: NamedObject; readonly fault: FaultyObject['fault'] };

/**
 * Copies objects out of a store in order, some at a time, and hashes each on the way. An object that the source cannot deliver yields a
 * fault and the others go on; a failure of the destination ends everything.
 */
export async function* copyObjects<Taken>(
  objects: AsyncIterable<NamedObject>,
  from: Pick<ObjectStore, 'open'>,
  take: Take<Taken>,
): AsyncGenerator<Copied<Taken>> {
  for await (const group of grouped(objects)) yield* await Promise.all(group.map((object) => copyObject(object, from, take)));
}

/** Takes objects into an object store. */
export function intoStore(store: Pick<ObjectStore, 'put'>): Take<void> {
  return async ({ sha256, sizeBytes }, bytes) => void (await store.put(bytes, { maxBytes: sizeBytes, expectedSha256: sha256 }));
}

/** Lists every object that a backup's tables name; the table `stored_object` has them all. @param columns columns of that table's file. */
export async function* objectsNamed(columns: readonly string[], text: Readable): AsyncGenerator<NamedObject> {
  const [sha256At, sizeAt, stateAt] = [columns.indexOf('sha256'), columns.indexOf('size_bytes'), columns.indexOf('state')];
  for await (const line of linesOf(text)) {
    const fields = line.split('\t');
    yield {
      sha256: fields[sha256At] ?? '',
      sizeBytes: Number(fields[sizeAt]),
      isExpectedFaulty: !['unchecked', 'whole'].includes(fields[stateAt] ?? ''),
    };
  }
}

async function copyObject<Taken>(object: NamedObject, from: Pick<ObjectStore, 'open'>, take: Take<Taken>): Promise<Copied<Taken>> {
  const copied = await copyOnce(object, from, take);
  // A broken connection says nothing about the object. The S3 client repeats requests, but not a body that it has begun to stream.
  return 'fault' in copied && copied.fault === 'unreadable' ? copyOnce(object, from, take) : copied;
}

async function copyOnce<Taken>(object: NamedObject, from: Pick<ObjectStore, 'open'>, take: Take<Taken>): Promise<Copied<Taken>> {
  try {
    return { object, taken: await take(object, bytesOf(from, object.sha256)) };
  } catch (error) {
    if (error instanceof ReadFault) return { object, fault: error.fault };
    if (error instanceof StorageError) return { object, fault: 'damaged' };
    throw error;
  }
}

/** A failure of the source. It differs from one of the destination, which ends everything. */
class ReadFault extends Error {
  override name = 'ReadFault';

  constructor(
    readonly fault: FaultyObject['fault'],
    cause: unknown,
  ) {
    super(fault, { cause });
  }
}

async function* bytesOf(store: Pick<ObjectStore, 'open'>, sha256: string): AsyncGenerator<Uint8Array> {
  try {
    const { stream } = await store.open(sha256);
    yield* stream as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new ReadFault(faultOf(error), error);
  }
}

function faultOf(error: unknown): FaultyObject['fault'] {
  if (error instanceof StorageError) return 'missing';
  return error instanceof AgeFault ? 'damaged' : 'unreadable';
}

/** Copies 16 at once: small objects mostly wait for the disk's acknowledgement. */
async function* grouped(objects: AsyncIterable<NamedObject>, size = 16): AsyncGenerator<NamedObject[]> {
  let group: NamedObject[] = [];
  for await (const object of objects) {
    group.push(object);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  yield group;
}
