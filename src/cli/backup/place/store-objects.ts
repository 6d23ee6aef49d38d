import { measured } from '../../../server/platform/storage/measured.ts';
import type { ObjectStore, StoredObject } from '../../../server/platform/storage/store.ts';
import { CommandError } from '../../lib/command.ts';
import { checkIndex } from './check-files.ts';
import { copyObjects, type NamedObject, type Take } from './copy-objects.ts';
import type { Sealer } from './encryption.ts';
import { backupFolder, objectName, readBackup, type Manifest } from './manifest.ts';
import { lookup, readIndex, union, type IndexedObject } from './object-index.ts';
import { listBackups, type Place } from './place.ts';
import { putHashed } from './put-hashed.ts';

type Totals = { -readonly [Name in keyof Omit<Manifest['objects'], 'indexSha256'>]: Manifest['objects'][Name] };
export const newTotals = (): Totals => ({ count: 0, bytes: 0, copied: 0, copiedBytes: 0, faulty: [] });

interface Storing {
  /** Ordered by hash. */
  readonly named: AsyncIterable<NamedObject>;
  readonly store: Pick<ObjectStore, 'open'>;
  readonly place: Place;
  readonly sealer: Sealer;
  /** Updated while objects are counted. */
  readonly totals: Totals;
}

/**
 * Copies the objects that the place lacks, and yields every object that it then has. An object counts as present if an earlier backup lists
 * it and its file has the listed size; `backup --verify` checks the bytes.
 */
export async function* storeObjects({ named, store, place, sealer, totals }: Storing): AsyncGenerator<IndexedObject> {
  const earlier = lookup(union((await wholeIndexes(place)).map((folder) => readIndex(place.files, folder))));
  const present = lookup(filesOf(place));
  const missing: NamedObject[] = [];
  let found: IndexedObject[] = [];
  for await (const object of named) {
    const known = await earlier.find(object.sha256);
    const file = await present.find(object.sha256);
    if (known && file?.sizeBytes === known.fileBytes) found.push(known);
    else missing.push(object);
    if (found.length + missing.length >= groupSize) yield* flush();
  }
  yield* flush();
  await Promise.all([earlier.close(), present.close()]);

  async function* flush(): AsyncGenerator<IndexedObject> {
    const group = [...found];
    for await (const copied of copyObjects(inOrder(missing.splice(0)), store, intoPlace(place, sealer))) {
      const { object } = copied;
      if ('fault' in copied) totals.faulty.push({ sha256: object.sha256, fault: copied.fault, isExpected: object.isExpectedFaulty });
      else {
        group.push(copied.taken);
        totals.copied += 1;
        totals.copiedBytes += object.sizeBytes;
      }
    }
    found = [];
    for (const object of group.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1))) {
      totals.count += 1;
      totals.bytes += object.sizeBytes;
      yield object;
    }
  }
}

/** A changed index only causes extra copies; it does not make the new backup fail. */
async function wholeIndexes(place: Place): Promise<string[]> {
  const folders: string[] = [];
  for (const folder of (await listBackups(place)).map(backupFolder)) {
    const fault = await indexFault(place, folder);
    if (fault === null) folders.push(folder);
    else console.error(`${fault} Its files are copied again; backup --verify tells what else is not whole.`);
  }
  return folders;
}

/** Null if the index is unchanged. */
export async function indexFault({ files }: Place, folder: string): Promise<string | null> {
  try {
    const fault = await checkIndex(files, await readBackup(files, folder));
    return fault && `The file ${fault.name} of the backups: ${fault.fault}.`;
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
}

/** How many objects are looked up before the missing ones are copied. */
const groupSize = 256;

/** The object files in a place, ordered by hash. */
export async function* filesOf({ files }: Place): AsyncGenerator<{ sha256: string; name: string; sizeBytes: number }> {
  for await (const { name, sizeBytes } of files.list('objects')) {
    const [, sha256] = /\/([0-9a-f]{64})(?:\.age)?$/.exec(name) ?? [];
    if (sha256 !== undefined) yield { sha256, name, sizeBytes };
  }
}

function intoPlace({ files }: Place, sealer: Sealer): Take<IndexedObject> {
  return async (object: StoredObject, bytes) => {
    const file = await putHashed(files, objectName(object.sha256, sealer.suffix), sealer.seal(asNamed(object, bytes)), object.sizeBytes);
    return { sha256: object.sha256, sizeBytes: object.sizeBytes, fileSha256: file.sha256, fileBytes: file.sizeBytes };
  };
}

/** Passes the bytes on, and throws at their end if they do not match the hash. */
async function* asNamed({ sha256, sizeBytes }: StoredObject, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { chunks, object } = measured(bytes, { maxBytes: sizeBytes, expectedSha256: sha256 });
  yield* chunks;
  object();
}

async function* inOrder<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
