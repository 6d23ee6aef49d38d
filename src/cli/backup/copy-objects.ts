import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { StorageError, type ObjectStore, type StoredObject } from '../../server/storage/store.ts';
import { tablePath, type FaultyObject, type Manifest } from './manifest.ts';

export interface NamedObject extends StoredObject {
  /** The scrub has found it damaged or missing and raised the alarm. */
  readonly isExpectedFaulty: boolean;
}

/**
 * Copies objects from store to store, each hashed on its way and durable when it is counted. What the source cannot give is told, and the
 * others are copied.
 */
export async function copyObjects(objects: AsyncIterable<NamedObject>, from: ObjectStore, to: ObjectStore): Promise<Manifest['objects']> {
  const copied: Manifest['objects'] = { count: 0, bytes: 0, faulty: [] };
  for await (const group of grouped(objects)) {
    const faults = await Promise.all(group.map((object) => copyObject(object, from, to)));
    for (const [at, { sha256, sizeBytes, isExpectedFaulty }] of group.entries()) {
      const fault = faults[at];
      if (fault) copied.faulty.push({ sha256, fault, isExpected: isExpectedFaulty });
      else {
        copied.count += 1;
        copied.bytes += sizeBytes;
      }
    }
  }
  return copied;
}

/**
 * Every object that a backup's tables name: the scrub's table has them all. Read from its file: it, not the database of now, is what the
 * backup holds.
 */
export async function* objectsNamed(folder: string, tables: Manifest['tables']): AsyncGenerator<NamedObject> {
  for (const { name, columns } of tables.filter((table) => table.name === 'stored_object')) {
    const [sha256At, sizeAt, stateAt] = [columns.indexOf('sha256'), columns.indexOf('size_bytes'), columns.indexOf('state')];
    for await (const line of linesOf(tablePath(folder, name))) {
      const fields = line.split('\t');
      yield {
        sha256: fields[sha256At] ?? '',
        sizeBytes: Number(fields[sizeAt]),
        isExpectedFaulty: !['unchecked', 'whole'].includes(fields[stateAt] ?? ''),
      };
    }
  }
}

async function copyObject(object: StoredObject, from: ObjectStore, to: ObjectStore): Promise<FaultyObject['fault'] | null> {
  const fault = await copyOnce(object, from, to);
  // A connection that breaks off in the middle tells nothing about the object, and the client of S3 repeats requests, not what it hands on
  // as a stream.
  return fault === 'unreadable' ? copyOnce(object, from, to) : fault;
}

async function copyOnce({ sha256, sizeBytes }: StoredObject, from: ObjectStore, to: ObjectStore): Promise<FaultyObject['fault'] | null> {
  try {
    await to.put(bytesOf(from, sha256), { maxBytes: sizeBytes, expectedSha256: sha256 });
    return null;
  } catch (error) {
    if (error instanceof ReadFault) return error.fault;
    if (error instanceof StorageError) return 'damaged';
    throw error;
  }
}

/** The source's failure, told apart from that of the store that is written to, which ends everything. */
class ReadFault extends Error {
  override name = 'ReadFault';

  constructor(
    readonly fault: 'missing' | 'unreadable',
    cause: unknown,
  ) {
    super(fault, { cause });
  }
}

async function* bytesOf(store: ObjectStore, sha256: string): AsyncGenerator<Uint8Array> {
  try {
    const { stream } = await store.open(sha256);
    yield* stream as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new ReadFault(error instanceof StorageError ? 'missing' : 'unreadable', error);
  }
}

/** So many at once: small objects wait for the disk's acknowledgement most of the time. */
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

/** In the text of COPY every row is a line: line feeds and tabs inside of a value are escaped. */
async function* linesOf(path: string): AsyncGenerator<string> {
  // A failure of either destroys the text with its reason, which the loop below throws.
  const text = pipeline(createReadStream(path), createGunzip(), () => undefined).setEncoding('utf8');
  let rest = '';
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
