// oxlint-disable max-lines-per-function -- a table of tests in describe blocks, as in a test file
import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ListedObject, ObjectStore } from '../../src/server/platform/storage/store.ts';

/** A new, empty store, and direct access to its backend. */
export interface Backend {
  readonly store: ObjectStore;
  /** Names of all its content, staged or complete; complete objects by their hash. */
  everything(): Promise<string[]>;
  read(sha256: string): Promise<Buffer>;
  damage(sha256: string): Promise<void>;
  close(): Promise<void>;
}

const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
const bytes = Buffer.from('存证');
const sha256 = hashOf(bytes);

/** The guarantees of every object store, whatever its backend: one table for all. */
export function keepsPromises(name: string, open: () => Promise<Backend>): void {
  let backend: Backend;
  let store: ObjectStore;
  beforeEach(async () => {
    backend = await open();
    store = backend.store;
  });
  afterEach(() => backend.close());
  const put = (content: Buffer, limits = { maxBytes: 1000 }) => store.put(Readable.from([content]), limits);

  const listed = async (): Promise<ListedObject[]> => {
    const found: ListedObject[] = [];
    for await (const object of store.list()) found.push(object);
    return found;
  };

  describe(name, () => {
    it('holds an object under the hash of its content', async () => {
      expect(await put(bytes)).toEqual({ sha256, sizeBytes: 6 });
      expect(await backend.read(sha256)).toEqual(bytes);
      expect(await store.stat(sha256)).toEqual({ sizeBytes: 6 });
      const { stream, sizeBytes } = await store.open(sha256);
      expect([await buffer(stream), sizeBytes]).toEqual([bytes, 6]);
    });

    it('holds the same content once, also when it comes many times at once', async () => {
      const objects = await Promise.all(Array.from({ length: 20 }, () => put(bytes)));
      for (const object of objects) expect(object).toEqual({ sha256, sizeBytes: 6 });
      expect(await backend.everything()).toEqual([sha256]);
    });

    it('puts a whole object in the place of a damaged one, and leaves it to who reads', async () => {
      await put(bytes);
      const { stream } = await store.open(sha256);
      await put(bytes);
      expect(await buffer(stream)).toEqual(bytes);
      await backend.damage(sha256);
      expect(await backend.read(sha256)).not.toEqual(bytes);
      await put(bytes);
      expect(await backend.read(sha256)).toEqual(bytes);
    });

    it('takes any source of bytes, the exact limit, and the empty object', async () => {
      async function* source() {
        yield new Uint8Array([1, 2]);
        yield new Uint8Array([3]);
      }
      expect(await store.put(source(), { maxBytes: 3, expectedSha256: hashOf(Buffer.from([1, 2, 3])) })).toMatchObject({ sizeBytes: 3 });
      const empty = await store.put(Readable.from([]), { maxBytes: 0 });
      expect(empty).toEqual({ sha256: hashOf(Buffer.alloc(0)), sizeBytes: 0 });
      expect(await store.stat(empty.sha256)).toEqual({ sizeBytes: 0 });
      expect(await text((await store.open(empty.sha256)).stream)).toBe('');
      await expect(store.open(empty.sha256, { start: 0, end: 0 })).rejects.toThrow(RangeError);
    });

    it.each([
      ['a part', { start: 3, end: 5 }, '证'],
      ['the whole', { start: 0, end: 5 }, '存证'],
      ['the last byte', { start: 5, end: 5 }, bytes.subarray(5).toString()],
    ])('opens %s of an object and knows the whole size', async (_part, range, expected) => {
      await put(bytes);
      const part = await store.open(sha256, range);
      expect([part.sizeBytes, await text(part.stream)]).toEqual([6, expected]);
    });

    it('refuses what is no part of an object', async () => {
      await put(bytes);
      for (const range of [
        { start: 0, end: 6 },
        { start: 6, end: 6 },
        { start: 4, end: 3 },
        { start: -1, end: 2 },
        { start: NaN, end: 2 },
      ]) {
        await expect(store.open(sha256, range), JSON.stringify(range)).rejects.toThrow(RangeError);
      }
    });

    it('lists what it holds, with when it was put', async () => {
      expect(await listed()).toEqual([]);
      const second = Buffer.from('second');
      for (const content of [bytes, second, bytes]) await put(content);
      const found = await listed();
      expect(found.map((object) => object.sha256).toSorted()).toEqual([sha256, hashOf(second)].toSorted());
      for (const { putAt } of found) expect(Math.abs(Date.now() - putAt.getTime())).toBeLessThan(600_000);
    });

    it('says what is missing, and is ready', async () => {
      expect(await store.stat(sha256)).toBeNull();
      for (const range of [undefined, { start: 0, end: 1 }, { start: 1, end: 0 }]) {
        await expect(store.open(sha256, range)).rejects.toMatchObject({ kind: 'missing' });
      }
      await store.check();
      expect(await backend.everything()).toEqual([]);
    });

    it('opens and finds nothing under a name that is no hash', async () => {
      await put(bytes);
      for (const no of [
        '../../../etc/passwd',
        `../${sha256.slice(3)}`,
        `${sha256.slice(0, 63)}/`,
        `${sha256}\n`,
        `${sha256}\0`,
        `/${sha256.slice(1)}`,
        `%2e%2e%2f${sha256.slice(9)}`,
        '',
        '.',
        sha256.toUpperCase(),
        `${sha256}0`,
      ]) {
        await expect(store.open(no), no).rejects.toMatchObject({ kind: 'missing' });
        await expect(store.stat(no), no).rejects.toMatchObject({ kind: 'missing' });
      }
    });
  });

  describe(`a put into ${name} that fails`, () => {
    const aborted = () => {
      const source = new PassThrough();
      source.write(bytes);
      setImmediate(() => source.destroy());
      return source;
    };
    async function* failing() {
      yield bytes;
      throw new Error('gone');
    }
    it.each([
      ['a source that fails midway', () => store.put(failing(), { maxBytes: 1000 }), 'gone'],
      ['a stream that fails midway', () => store.put(Readable.from(failing()), { maxBytes: 1000 }), 'gone'],
      ['a client that went away', () => store.put(aborted(), { maxBytes: 1000 }), 'Premature close'],
      ['one byte too many', () => put(bytes, { maxBytes: 5 }), 'too_large'],
      ['one byte too many, late', () => store.put(Readable.from([bytes, bytes]), { maxBytes: 11 }), 'too_large'],
      [
        'another hash than expected',
        () => store.put(Readable.from([bytes]), { maxBytes: 1000, expectedSha256: '0'.repeat(64) }),
        'hash_mismatch',
      ],
      [
        'an expected hash that is none',
        () => store.put(Readable.from([bytes]), { maxBytes: 1000, expectedSha256: sha256.toUpperCase() }),
        'hash_mismatch',
      ],
      [
        'not approved',
        () => store.put(Readable.from([bytes]), { maxBytes: 1000, approve: () => Promise.reject(new Error('not this one')) }),
        'not this one',
      ],
      ['a source of texts', () => store.put(Readable.from(['存证']), { maxBytes: 1000 }), 'made of bytes'],
    ])('leaves nothing: %s', async (_fault, attempt, message) => {
      await expect(attempt()).rejects.toThrow(message);
      expect(await backend.everything()).toEqual([]);
    });

    it('tells who approves what it is, while nothing is there under its name', async () => {
      const found: unknown[] = [];
      await store.put(Readable.from([bytes]), {
        maxBytes: 6,
        approve: async (object) => void found.push(object, await store.stat(sha256)),
      });
      expect(found).toEqual([{ sha256, sizeBytes: 6 }, null]);
      expect(await store.stat(sha256)).toEqual({ sizeBytes: 6 });
    });

    it('leaves an object alone that was there before', async () => {
      await put(bytes);
      await expect(store.put(Readable.from([bytes, bytes]), { maxBytes: 6 })).rejects.toMatchObject({ kind: 'too_large' });
      expect(await backend.everything()).toEqual([sha256]);
      expect(await backend.read(sha256)).toEqual(bytes);
    });

    it('reads no further than the limit', async () => {
      const source = Readable.from(
        (function* () {
          for (;;) yield bytes;
        })(),
      );
      await expect(store.put(source, { maxBytes: 50 })).rejects.toMatchObject({ kind: 'too_large' });
      expect(source.destroyed).toBe(true);
    });
  });
}
