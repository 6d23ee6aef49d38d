import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLocalStore } from './local.ts';
import type { ObjectStore } from './store.ts';

let root: string;
let store: ObjectStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'store-'));
  store = await createLocalStore(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
const bytes = Buffer.from('存证');
const sha256 = hashOf(bytes);
const nameOf = (hash: string): string => join(root, 'sha256', hash.slice(0, 2), hash.slice(2, 4), hash);
const put = (content: Buffer, limits = { maxBytes: 1000 }) => store.put(Readable.from([content]), limits);

/** Every file of the store, wherever it lies. */
async function everything(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('a local store', () => {
  it('holds an object under the hash of its content', async () => {
    expect(await put(bytes)).toEqual({ sha256, sizeBytes: 6 });
    expect(await readFile(nameOf(sha256))).toEqual(bytes);
    expect(await store.stat(sha256)).toEqual({ sizeBytes: 6 });
    expect(await buffer((await store.open(sha256)).stream)).toEqual(bytes);
  });

  it('holds the same content once, also when it comes many times at once', async () => {
    const objects = await Promise.all(Array.from({ length: 20 }, () => put(bytes)));
    for (const object of objects) expect(object).toEqual({ sha256, sizeBytes: 6 });
    expect(await everything()).toEqual([sha256]);
  });

  it('puts a whole object in the place of a damaged one, and leaves it to who reads', async () => {
    await put(bytes);
    const { stream } = await store.open(sha256);
    await put(bytes);
    expect(await buffer(stream)).toEqual(bytes);
    await writeFile(nameOf(sha256), 'broken');
    await put(bytes);
    expect(await readFile(nameOf(sha256))).toEqual(bytes);
  });

  it('takes any source of bytes, the exact limit, and the empty object', async () => {
    async function* source() {
      yield new Uint8Array([1, 2]);
      yield new Uint8Array([3]);
    }
    expect(await store.put(source(), { maxBytes: 3, expectedSha256: hashOf(Buffer.from([1, 2, 3])) })).toMatchObject({ sizeBytes: 3 });
    const empty = await store.put(Readable.from([]), { maxBytes: 0 });
    expect(empty).toEqual({ sha256: hashOf(Buffer.alloc(0)), sizeBytes: 0 });
    expect(await text((await store.open(empty.sha256)).stream)).toBe('');
  });

  it('asks for the next piece when the last one is written, so that 50 MB need no more memory than one piece', async () => {
    const piece = 65_536;
    const pieces = 800;
    const written: number[] = [];
    async function* source() {
      for (let at = 0; at < pieces; at += 1) {
        const [name] = await readdir(join(root, 'tmp'));
        written.push((await stat(join(root, 'tmp', name ?? ''))).size);
        yield Buffer.alloc(piece, at);
      }
    }
    const object = await store.put(source(), { maxBytes: piece * pieces });
    expect(written).toEqual(Array.from({ length: pieces }, (_, at) => at * piece));
    const hash = createHash('sha256');
    for await (const chunk of (await store.open(object.sha256)).stream) hash.update(chunk as Buffer);
    expect(hash.digest('hex')).toBe(object.sha256);
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

  it.each([{ start: 0, end: 6 }, { start: 6, end: 6 }, { start: 4, end: 3 }, { start: -1, end: 2 }, { start: NaN, end: 2 }])('refuses %j, which is no part', async (range) => {
    await put(bytes);
    await expect(store.open(sha256, range)).rejects.toThrow(RangeError);
  });

  it('says what is missing, and is ready', async () => {
    expect(await store.stat(sha256)).toBeNull();
    await expect(store.open(sha256)).rejects.toMatchObject({ kind: 'missing' });
    await store.check();
    expect(await everything()).toEqual([]);
  });

  it('is not ready when nothing can be written', async () => {
    await rm(join(root, 'tmp'), { recursive: true });
    await expect(store.check()).rejects.toThrow('ENOENT');
  });
});

describe('a put that fails', () => {
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
    ['another hash than expected', () => store.put(Readable.from([bytes]), { maxBytes: 1000, expectedSha256: '0'.repeat(64) }), 'hash_mismatch'],
    ['an expected hash that is none', () => store.put(Readable.from([bytes]), { maxBytes: 1000, expectedSha256: sha256.toUpperCase() }), 'hash_mismatch'],
    ['a source of texts', () => store.put(Readable.from(['存证']), { maxBytes: 1000 }), 'made of bytes'],
  ])('leaves nothing: %s', async (_fault, attempt, message) => {
    await expect(attempt()).rejects.toThrow(message);
    expect(await everything()).toEqual([]);
  });

  it('leaves an object alone that was there before', async () => {
    await put(bytes);
    await expect(store.put(Readable.from([bytes, bytes]), { maxBytes: 6 })).rejects.toMatchObject({ kind: 'too_large' });
    expect(await everything()).toEqual([sha256]);
    expect(await readFile(nameOf(sha256))).toEqual(bytes);
  });

  it('reads no further than the limit', async () => {
    const source = Readable.from((function* () { for (;;) yield bytes; })());
    await expect(store.put(source, { maxBytes: 100 })).rejects.toMatchObject({ kind: 'too_large' });
    expect(source.destroyed).toBe(true);
  });
});

describe('a name that is no hash', () => {
  it.each(['../../../etc/passwd', `../${sha256.slice(3)}`, `${sha256.slice(0, 63)}/`, `${sha256}\n`, `${sha256}\0`, `/${sha256.slice(1)}`, `%2e%2e%2f${sha256.slice(9)}`, '', '.', sha256.toUpperCase(), `${sha256}0`])('opens nothing: %j', async (name) => {
    await put(bytes);
    await expect(store.open(name)).rejects.toMatchObject({ kind: 'missing' });
    await expect(store.stat(name)).rejects.toMatchObject({ kind: 'missing' });
  });
});

describe('what a killed process left', () => {
  it('is removed after a day; what is younger may be in use', async () => {
    const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
    for (const [name, days] of [['old', 1.01], ['young', 0.99]] as const) {
      await writeFile(join(root, 'tmp', name), 'half');
      await utimes(join(root, 'tmp', name), daysAgo(days), daysAgo(days));
    }
    await mkdir(join(root, 'tmp', 'folder'));
    await createLocalStore(root);
    expect((await readdir(join(root, 'tmp'))).toSorted()).toEqual(['folder', 'young']);
  });
});
