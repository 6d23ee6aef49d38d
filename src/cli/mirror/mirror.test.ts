import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aManifest, newLogKey } from '../../../test/custody/evidence.ts';
import { encodeManifest } from '../../domain/proof/evidence/manifest.ts';
import { utf8 } from '../../domain/kit/bytes/bytes.ts';
import { signCheckpoint } from '../../domain/proof/tlog/checkpoint.ts';
import { encodeBundle } from '../../domain/proof/tlog/entry-bundle.ts';
import { leafHash, merkleRoot } from '../../domain/proof/tlog/merkle.ts';
import { parseTilePath } from '../../domain/proof/tlog/tile-path.ts';
import { tileWidth } from '../../domain/proof/tlog/tiles.ts';
import { CommandError } from '../lib/command.ts';
import { MirrorFolder } from './mirror-folder.ts';
import { ForkedLog, mirrorLog } from './mirror-log.ts';
import type { RemoteLog } from './remote-log.ts';
import { watchEntries } from './watch.ts';

const { key, sign } = newLogKey('notary.example/log');
const log = { origin: key.name, keys: [key] };
const manifest = encodeManifest({ ...aManifest, number: 'F'.repeat(32) });

/** A log in memory that serves its tiles like an office. */
class ServedLog implements RemoteLog {
  readonly prefix = 'https://notary.example/log';
  readonly asked: string[] = [];
  hidesEntries = false;
  failsAfter = Number.POSITIVE_INFINITY;

  constructor(
    public size: number,
    readonly entryAt: (index: number) => Uint8Array = (index) => (index === 300 ? manifest : utf8(`entry ${index}`)),
  ) {}

  get checkpoint(): string {
    return signCheckpoint({ size: this.size, root: merkleRoot(this.#leaves(0, this.size)) }, key, sign);
  }

  async read(path: string): Promise<Uint8Array | null> {
    this.asked.push(path);
    if (this.asked.length > this.failsAfter) throw new CommandError('the line is dead');
    if (path === 'checkpoint') return utf8(this.checkpoint);
    const tile = parseTilePath(path);
    if (!tile || (tile.kind === 'entries' && this.hidesEntries)) return null;
    const [first, width] = [tile.index * tileWidth, tile.width];
    if (first + width > this.size) return null;
    if (tile.kind === 'entries') return encodeBundle(Array.from({ length: width }, (_, at) => this.entryAt(first + at)));
    return new Uint8Array(Buffer.concat(this.#leaves(first, first + width)));
  }

  #leaves(from: number, to: number) {
    return Array.from({ length: to - from }, (_, at) => leafHash(this.entryAt(from + at)));
  }
}

let folder: MirrorFolder;
beforeEach(async () => {
  folder = new MirrorFolder(await mkdtemp(join(tmpdir(), 'mirror-')));
});
afterEach(() => rm(folder.path, { recursive: true, force: true }));
const mirror = (remote: RemoteLog) => mirrorLog(remote, folder, log, () => undefined);

it.each([1, 255, 256, 257, 700, 66_000])('copies a log of %i leaves, and what grows on it', async (size) => {
  const remote = new ServedLog(size);
  expect(await mirror(remote)).toMatchObject({ from: 0, hasEntries: true, checkpoint: { size } });
  remote.size = size + 300;
  remote.asked.length = 0;
  expect(await mirror(remote)).toMatchObject({ from: size, checkpoint: { size: size + 300 } });
  expect(remote.asked.length).toBeLessThan(5);
  expect(await readFile(join(folder.path, 'checkpoint'), 'utf8')).toBe(remote.checkpoint);
  // The copy has every tile that a reader of the new checkpoint requests.
  expect(await folder.root(size + 300, size + 300)).toEqual(merkleRoot(await leavesOf(remote)));
});

it('copies hashes where the log keeps its entries to itself', async () => {
  const remote = new ServedLog(700);
  remote.hidesEntries = true;
  expect(await mirror(remote)).toMatchObject({ hasEntries: false });
  await expect(watchEntries(folder, 700, ['a'.repeat(64)])).rejects.toThrow('the log does not give them out');
});

it('goes on where it was interrupted, and asks for nothing twice', async () => {
  const remote = new ServedLog(5000);
  remote.failsAfter = 10;
  await expect(mirror(remote)).rejects.toThrow('the line is dead');
  expect(await folder.read('checkpoint')).toBeNull();
  const copied = new Set(await readdir(join(folder.path, 'tile/entries')));
  expect(copied.size).toBeGreaterThan(0);
  remote.failsAfter = Number.POSITIVE_INFINITY;
  remote.asked.length = 0;
  await mirror(remote);
  expect(remote.asked.filter((path) => copied.has(path.split('/').at(-1) ?? ''))).toEqual([]);
});

it('says nothing new of a log that did not grow, and of an older checkpoint of the same history', async () => {
  const remote = new ServedLog(700);
  await mirror(remote);
  expect(await mirror(remote)).toMatchObject({ from: 700, isOlder: false });
  remote.size = 300;
  expect(await mirror(remote)).toMatchObject({ from: 700, isOlder: true });
  expect(await readFile(join(folder.path, 'checkpoint'), 'utf8')).toContain('\n700\n');
});

describe('a log that tells two histories', () => {
  const other = (index: number) => utf8(index < 290 ? `entry ${index}` : `other ${index}`);

  it.each([300, 600, 700])('is told by a checkpoint of size %i, and both are kept', async (size) => {
    await mirror(new ServedLog(600));
    await expect(mirror(new ServedLog(size, other))).rejects.toThrow('TWO HISTORIES');
    const kept = await readdir(join(folder.path, 'conflicts'));
    expect(kept).toHaveLength(2);
    expect(await readFile(join(folder.path, 'checkpoint'), 'utf8')).toContain('\n600\n');
  });

  it('is a fault of its own kind', async () => {
    await mirror(new ServedLog(600));
    await expect(mirror(new ServedLog(600, other))).rejects.toBeInstanceOf(ForkedLog);
  });
});

it('takes no tiles that do not give the root of the checkpoint, and takes the right ones later', async () => {
  const remote = new ServedLog(700);
  const wrong: RemoteLog = {
    prefix: remote.prefix,
    read: async (path) =>
      path.startsWith('tile/entries/001') ? new ServedLog(700, (index) => utf8(`forged ${index}`)).read(path) : remote.read(path),
  };
  await expect(mirror(wrong)).rejects.toThrow('do not give the root of its checkpoint of size 700');
  expect(await folder.read('checkpoint')).toBeNull();
  expect(await mirror(remote)).toMatchObject({ checkpoint: { size: 700 } });
});

it('trusts nothing that the log’s key did not sign', async () => {
  const stranger = newLogKey('notary.example/log');
  const remote = new ServedLog(3);
  await expect(mirrorLog(remote, folder, { origin: key.name, keys: [stranger.key] }, () => undefined)).rejects.toThrow('no-known-key');
  await mirror(remote);
  await writeFile(join(folder.path, 'checkpoint'), 'nonsense');
  await expect(mirror(remote)).rejects.toThrow('the checkpoint in the folder cannot be read');
});

it('tells of entries about watched hashes, each once, also of what was copied before', async () => {
  const remote = new ServedLog(700);
  await mirror(remote);
  const [file, leaf, never] = ['1'.repeat(64), Buffer.from(leafHash(utf8('entry 7'))).toString('hex'), 'a'.repeat(64)];
  expect(await watchEntries(folder, 700, [file, leaf, never])).toEqual([
    { hash: leaf, index: 7, number: null },
    { hash: file, index: 300, number: 'F'.repeat(32) },
  ]);
  expect(await watchEntries(folder, 700, [file])).toEqual([]);
  const grown = new ServedLog(1000, (index) => (index === 300 || index === 900 ? manifest : utf8(`entry ${index}`)));
  await mirror(grown);
  expect(await watchEntries(folder, 1000, [])).toEqual([{ hash: file, index: 900, number: 'F'.repeat(32) }]);
});

async function leavesOf(remote: ServedLog) {
  return Array.from({ length: remote.size }, (_, at) => leafHash(remote.entryAt(at)));
}
