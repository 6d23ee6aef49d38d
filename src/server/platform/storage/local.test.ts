import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { keepsPromises } from '../../../../test/installation/store-promises.ts';
import { createLocalStore } from './local.ts';
import type { ObjectStore } from './store.ts';

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'store-'));

keepsPromises('a local store', async () => {
  const root = await newFolder();
  const pathOf = (sha256: string): string => join(root, 'sha256', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  return {
    store: await createLocalStore(root),
    everything: async () =>
      (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => entry.name),
    read: (sha256) => readFile(pathOf(sha256)),
    damage: (sha256) => writeFile(pathOf(sha256), 'broken'),
    close: () => rm(root, { recursive: true, force: true }),
  };
});

describe('a folder of a local store', () => {
  it('waits with the next chunk while two pieces are being written, so that 50 MB need no more memory than that', () =>
    inFolder(async (root, store) => {
      const chunk = 65_536;
      const chunks = 800;
      let ahead = 0;
      async function* source() {
        for (let at = 0; at < chunks; at += 1) {
          const [name] = await readdir(join(root, 'tmp'));
          ahead = Math.max(ahead, at * chunk - (await stat(join(root, 'tmp', name ?? ''))).size);
          yield Buffer.alloc(chunk, at);
        }
      }
      const object = await store.put(source(), { maxBytes: chunk * chunks });
      expect(ahead).toBeLessThanOrEqual(2 * 1_048_576);
      const hash = createHash('sha256');
      for await (const chunk of (await store.open(object.sha256)).stream) hash.update(chunk as Buffer);
      expect(hash.digest('hex')).toBe(object.sha256);
    }));

  it('is not ready when nothing can be written', () =>
    inFolder(async (root, store) => {
      await rm(join(root, 'tmp'), { recursive: true });
      await expect(store.check()).rejects.toThrow('ENOENT');
    }));

  it('loses what a process left there that has ended, and nothing of one that lives', () =>
    inFolder(async (root, store) => {
      const child = spawn('true');
      await once(child, 'exit');
      const left = `${child.pid}.${Buffer.from('boot:1').toString('base64url')}.${randomUUID()}`;
      await writeFile(join(root, 'tmp', left), 'half');
      const source = new PassThrough();
      const put = store.put(source, { maxBytes: 10 });
      source.write('ab');
      await expect.poll(() => readdir(join(root, 'tmp'))).toHaveLength(2);
      await createLocalStore(root);
      expect(await readdir(join(root, 'tmp'))).toEqual([expect.stringMatching(`^${process.pid}\\.`)]);
      source.end('c');
      expect(await put).toMatchObject({ sizeBytes: 3 });
      expect(await readdir(join(root, 'tmp'))).toEqual([]);
    }));

  it('loses what an unknown process left there after a day; what is younger may be in use', () =>
    inFolder(async (root) => {
      const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
      for (const [name, days] of [
        ['old', 1.01],
        ['young', 0.99],
      ] as const) {
        await writeFile(join(root, 'tmp', name), 'half');
        await utimes(join(root, 'tmp', name), daysAgo(days), daysAgo(days));
      }
      await mkdir(join(root, 'tmp', 'folder'));
      await createLocalStore(root);
      expect((await readdir(join(root, 'tmp'))).toSorted()).toEqual(['folder', 'young']);
    }));
});

async function inFolder(use: (root: string, store: ObjectStore) => Promise<void>): Promise<void> {
  const root = await newFolder();
  try {
    await use(root, await createLocalStore(root));
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
