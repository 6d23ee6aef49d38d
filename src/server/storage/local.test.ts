import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
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

const bytes = Buffer.from('存证');
const sha256 = createHash('sha256').update(bytes).digest('hex');
const put = (content: Buffer, limits = { maxBytes: 1000 }) => store.put(Readable.from([content]), limits);

async function everything(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('local store', () => {
  it('holds an object under the hash of its content, and once only', async () => {
    const [first, second] = await Promise.all([put(bytes), put(bytes)]);
    expect(first).toEqual({ sha256, sizeBytes: bytes.length });
    expect(second).toEqual(first);
    expect(await everything()).toEqual([sha256]);
    expect(await buffer((await store.open(sha256)).stream)).toEqual(bytes);
  });

  it('opens a part of an object and knows the whole size', async () => {
    await put(bytes);
    const part = await store.open(sha256, { start: 3, end: 5 });
    expect(part.sizeBytes).toBe(6);
    expect((await buffer(part.stream)).toString()).toBe('证');
  });

  it('takes the empty object', async () => {
    expect((await store.put(Readable.from([]), { maxBytes: 0 })).sizeBytes).toBe(0);
  });

  it.each([
    ['a source that fails midway', () => store.put(Readable.from((async function* () { yield bytes; throw new Error('gone'); })()), { maxBytes: 1000 }), 'gone'],
    ['too many bytes', () => put(bytes, { maxBytes: 5 }), 'too_large'],
    ['another hash than expected', () => store.put(Readable.from([bytes]), { maxBytes: 1000, expectedSha256: '0'.repeat(64) }), 'hash_mismatch'],
  ])('leaves nothing behind after %s', async (_fault, attempt, message) => {
    await expect(attempt()).rejects.toThrow(message);
    expect(await everything()).toEqual([]);
  });

  it.each(['../../../etc/passwd', `${sha256.slice(0, 63)}/`, '', sha256.toUpperCase()])('takes %j for no hash', async (name) => {
    await expect(store.open(name)).rejects.toThrow('missing');
    await expect(store.stat(name)).rejects.toThrow('missing');
  });

  it('says what is missing', async () => {
    expect(await store.stat(sha256)).toBeNull();
    await expect(store.open(sha256)).rejects.toThrow('missing');
  });
});
