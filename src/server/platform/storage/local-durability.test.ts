import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLocalStore } from './local.ts';

// The real file system, which records every step that durability depends on and fails where a test says so.
const disk = vi.hoisted(() => ({ steps: [] as string[], fault: '', root: '' }));
vi.mock(import('node:fs/promises'), async (original) => {
  const real = await original();
  const step = (what: string, path: string): void => {
    const where = path.startsWith(disk.root) ? relative(disk.root, path) : '(outside)';
    const named = `${what} ${where.replace(/^tmp\/.+/, 'staged') || '(root)'}`;
    disk.steps.push(named);
    if (disk.fault !== '' && named.startsWith(disk.fault)) throw new Error('disk fault');
  };
  const open: typeof real.open = async (path, ...rest) => {
    const file: FileHandle = await real.open(path, ...rest);
    const { sync } = file;
    file.sync = async () => {
      step('sync', String(path));
      await sync.call(file);
    };
    return file;
  };
  const rename: typeof real.rename = async (from, to) => {
    step('rename to', String(to));
    await real.rename(from, to);
  };
  return { ...real, open, rename };
});

const bytes = Buffer.from('存证');
const sha256 = createHash('sha256').update(bytes).digest('hex');
const [outer, inner] = [`sha256/${sha256.slice(0, 2)}`, `sha256/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}`];
let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'durability-'));
  Object.assign(disk, { steps: [], fault: '', root: join(home, 'new', 'objects') });
});
afterEach(() => rm(home, { recursive: true, force: true }));

const files = async (): Promise<string[]> =>
  (await readdir(home, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => entry.name);

describe('a put', () => {
  it('resolves after bytes, and then name and folders, are on the disk', async () => {
    const store = await createLocalStore(disk.root);
    disk.steps = [];
    await store.put(Readable.from([bytes]), { maxBytes: 100 });
    expect(disk.steps.slice(0, 2)).toEqual(['sync staged', `rename to ${inner}/${sha256}`]);
    expect(disk.steps.slice(2).toSorted()).toEqual(['sync (root)', 'sync sha256', `sync ${outer}`, `sync ${inner}`].toSorted());
  });

  it('of what is there already is as durable as the first', async () => {
    const store = await createLocalStore(disk.root);
    await store.put(Readable.from([bytes]), { maxBytes: 100 });
    disk.steps = [];
    await store.put(Readable.from([bytes]), { maxBytes: 100 });
    expect(disk.steps).toEqual(['sync staged', `rename to ${inner}/${sha256}`, `sync ${inner}`]);
  });

  it.each([
    ['the bytes', 'sync staged', []],
    ['the object’s name', 'rename to', []],
    // Whole and under its true hash, but not acknowledged.
    ['a folder’s name', `sync ${outer}`, [sha256]],
    ['the folder of the object', `sync ${inner}`, [sha256]],
  ])('is not acknowledged when %s cannot be written, and can be repeated', async (_what, fault, left) => {
    const store = await createLocalStore(disk.root);
    disk.fault = fault;
    await expect(store.put(Readable.from([bytes]), { maxBytes: 100 })).rejects.toThrow('disk fault');
    expect(await files()).toEqual(left);
    Object.assign(disk, { steps: [], fault: '' });
    await store.put(Readable.from([bytes]), { maxBytes: 100 });
    expect(disk.steps).toContain(`sync ${inner}`);
    // A folder whose name could not be synced is synced again.
    if (fault.endsWith(outer)) expect(disk.steps).toContain(`sync ${outer}`);
    expect(await files()).toEqual([sha256]);
  });
});

describe('a new store', () => {
  it('makes its own folder durable, up to the one that was there', async () => {
    await createLocalStore(disk.root);
    expect(disk.steps).toEqual(['sync (root)', 'sync (outside)', 'sync (outside)', 'sync (root)']);
  });

  it('under a relative path syncs every folder too', async () => {
    await createLocalStore(relative(process.cwd(), disk.root)).then((store) => store.put(Readable.from([bytes]), { maxBytes: 100 }));
    expect(disk.steps).toContain(`sync ${outer}`);
    expect(disk.steps.filter((step) => step === 'sync (root)').length).toBe(3);
  });

  it('is not ready when its disk does not take bytes', async () => {
    const store = await createLocalStore(disk.root);
    disk.fault = 'sync staged';
    await expect(store.check()).rejects.toThrow('disk fault');
    expect(await files()).toEqual([]);
  });
});
