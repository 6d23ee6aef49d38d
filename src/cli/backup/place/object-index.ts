import { createGzip, createGunzip } from 'node:zlib';
import { pipeline, Readable } from 'node:stream';
import type { NamedFiles } from '../../../server/platform/storage/named-files.ts';
import { indexName } from './manifest.ts';
import { linesOf } from './lines.ts';
import { refuseMissing } from './place.ts';

/** An object of a backup, and the file that holds it: the same bytes, or their encryption. */
export interface IndexedObject {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly fileSha256: string;
  readonly fileBytes: number;
}

/** The objects of a backup, ordered by hash. */
export async function* readIndex(files: NamedFiles, folder: string): AsyncGenerator<IndexedObject> {
  const name = indexName(folder);
  const stored = await files.open(name).catch(refuseMissing(name));
  for await (const line of linesOf(pipeline(stored, createGunzip(), () => undefined))) {
    const [sha256 = '', sizeBytes, fileSha256 = '', fileBytes] = line.split('\t');
    yield { sha256, sizeBytes: Number(sizeBytes), fileSha256, fileBytes: Number(fileBytes) };
  }
}

export function indexText(objects: AsyncIterable<IndexedObject>): Readable {
  return pipeline(Readable.from(lines(objects)), createGzip(), () => undefined);
}

async function* lines(objects: AsyncIterable<IndexedObject>): AsyncGenerator<string> {
  for await (const { sha256, sizeBytes, fileSha256, fileBytes } of objects) yield `${sha256}\t${sizeBytes}\t${fileSha256}\t${fileBytes}\n`;
}

/** Finds entries of a sorted sequence. Queries must come in the same order, so that memory use does not grow with the sequence. */
export interface SortedLookup<Entry> {
  find(sha256: string): Promise<Entry | null>;
  close(): Promise<void>;
}

export function lookup<Entry extends { readonly sha256: string }>(sorted: AsyncIterable<Entry>): SortedLookup<Entry> {
  const entries = sorted[Symbol.asyncIterator]();
  let current: IteratorResult<Entry> | null = null;
  return {
    async find(sha256) {
      current ??= await entries.next();
      while (current.done !== true && current.value.sha256 < sha256) current = await entries.next();
      return current.done !== true && current.value.sha256 === sha256 ? current.value : null;
    },
    close: async () => void (await entries.return?.()),
  };
}

/** Merges several indexes: each object once, in order. If the indexes name different files, the last index wins. */
export async function* union(indexes: readonly AsyncIterable<IndexedObject>[]): AsyncGenerator<IndexedObject> {
  const heads = await Promise.all(
    indexes.map(async (index) => {
      const entries = index[Symbol.asyncIterator]();
      return { entries, current: await entries.next() };
    }),
  );
  for (;;) {
    const open = heads.flatMap((head) => (head.current.done === true ? [] : [{ head, value: head.current.value }]));
    const least = open.reduce<string | null>((found, { value }) => (found === null || value.sha256 < found ? value.sha256 : found), null);
    if (least === null) return;
    const same = open.filter(({ value }) => value.sha256 === least);
    yield* same.slice(-1).map(({ value }) => value);
    for (const { head } of same) head.current = await head.entries.next();
  }
}
