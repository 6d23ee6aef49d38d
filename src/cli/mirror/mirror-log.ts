import { sameBytes, toBase64 } from '../../domain/kit/bytes/bytes.ts';
import { parseCheckpoint, verifyCheckpoint, type Checkpoint, type TrustedLog } from '../../domain/proof/tlog/checkpoint.ts';
import { onlySignaturesOf } from '../../domain/proof/tlog/cosignatures/note-signatures.ts';
import { parseBundle } from '../../domain/proof/tlog/entry-bundle.ts';
import { leafHash, type Hash } from '../../domain/proof/tlog/merkle.ts';
import type { Note } from '../../domain/proof/tlog/signed-note.ts';
import { edgeRoot, emptyEdge, growTiles, type TileEdge } from '../../domain/proof/tlog/tile-edge.ts';
import { entriesPath, tilePath } from '../../domain/proof/tlog/tile-path.ts';
import { tileAt, tileHashes, tilesOf, tileWidth, type Tile } from '../../domain/proof/tlog/tiles.ts';
import { CommandError } from '../lib/command.ts';
import type { MirrorFolder } from './mirror-folder.ts';
import type { RemoteLog } from './remote-log.ts';

export interface Mirrored {
  readonly checkpoint: Checkpoint;
  /** The checkpoint as the log serves it, with its cosignatures. */
  readonly note: Note;
  /** Size of the copy before this run. */
  readonly from: number;
  /** The log serves an older checkpoint than before, of the same history. */
  readonly isOlder: boolean;
  /** The copy has every entry, not only hashes. */
  readonly hasEntries: boolean;
}

/** The log signed a tree that contradicts what it signed before. Both notes are kept in the folder. */
export class ForkedLog extends CommandError {
  override name = 'ForkedLog';
}

/**
 * Copies what the log has beyond the copy, and checks all of it against the checkpoint: signature, root, and that the new tree begins with
 * the old one. The copy's checkpoint is replaced last, so that an interrupted run costs only time.
 * @param tell receives progress, one line each. @throws ForkedLog, CommandError.
 */
export async function mirrorLog(remote: RemoteLog, folder: MirrorFolder, log: TrustedLog, tell: (line: string) => void): Promise<Mirrored> {
  const bytes = await remote.read('checkpoint');
  if (!bytes) throw new CommandError(`${remote.prefix}/checkpoint is not there: no log, or it has no checkpoint yet.`);
  const { checkpoint, note } = readSigned(bytes, log, `${remote.prefix}/checkpoint`);
  const before = await folder.read('checkpoint');
  const held = before ? readSigned(before, log, 'the checkpoint in the folder').checkpoint : null;
  const from = held?.size ?? 0;
  const common = Math.min(from, checkpoint.size);
  const known = held && (await folder.root(common, from));
  if (held && known && !sameBytes(known, checkpoint.size <= from ? checkpoint.root : held.root))
    throw await forked(
      folder,
      before,
      bytes,
      `at size ${common} the log shows root ${toBase64(checkpoint.root)}, the copy has ${toBase64(known)}`,
    );
  const hasEntries =
    checkpoint.size > from ? await grow({ remote, folder, tell, from, checkpoint, before, bytes }) : await hasAllEntries(folder);
  const isOlder = checkpoint.size < from;
  if (!isOlder) await folder.write('checkpoint', onlySignaturesOf(note, note.signatures));
  return { checkpoint, note, from, isOlder, hasEntries };
}

interface Growing {
  readonly remote: RemoteLog;
  readonly folder: MirrorFolder;
  readonly tell: (line: string) => void;
  readonly from: number;
  readonly checkpoint: Checkpoint;
  readonly before: Uint8Array | null;
  readonly bytes: Uint8Array;
}

/** @returns whether the copy has every entry. */
async function grow({ remote, folder, tell, from, checkpoint, before, bytes }: Growing): Promise<boolean> {
  const { size } = checkpoint;
  const [first, end] = [Math.floor(from / tileWidth), Math.ceil(size / tileWidth)];
  let edge = from === 0 ? emptyEdge : await folder.edge(from, from);
  const ahead: Promise<Leaves>[] = [];
  for (let index = first; index < end; index += 1) {
    for (let next = index + ahead.length; ahead.length < readAhead && next < end; next += 1)
      ahead.push(neverUnhandled(readLeaves(remote, folder, next, size)));
    const leaves = await ahead.shift();
    if (!leaves) throw new RangeError('a tile was not asked for');
    if (!leaves.hasEntries) await folder.write(hashesOnly, 'Some tiles were copied without their entries.\n');
    const start = edge.levels[0] ?? [];
    if (index === first && !start.every((hash, at) => sameBytes(hash, leaves.hashes[at] ?? new Uint8Array(0))))
      throw await forked(folder, before, bytes, `below size ${from} the log shows other leaves than those that were copied`);
    edge = await growBy(edge, leaves.hashes.slice(index === first ? start.length : 0), folder);
    if ((index - first) % tellEvery === tellEvery - 1) tell(`${Math.min((index + 1) * tileWidth, size)} of ${size} leaves`);
  }
  for (const [level, hashes] of edge.levels.entries())
    if (hashes.length > 0) {
      const index = Math.floor(size / tileWidth ** (level + 1));
      await folder.write(tilePath({ level, index, width: hashes.length }), concat(hashes));
    }
  if (sameBytes(edgeRoot(edge), checkpoint.root)) return hasAllEntries(folder);
  // The copied files do not match the signed root, so none of them may be used later.
  for (const tile of tilesOf(size, from)) await removeTile(folder, tile);
  throw new CommandError(
    `The tiles and entries that ${remote.prefix} serves do not give the root of its checkpoint of size ${size}. ` +
      `The copy stays at size ${from}. A web cache may mix old and new files: try again later; if it stays so, tell the office.`,
  );
}

interface Leaves {
  readonly hashes: readonly Hash[];
  readonly hasEntries: boolean;
}

/** The leaf hashes of one tile: from its entries if the log serves them, else from the tile. Files of an interrupted run are reused. */
async function readLeaves(remote: RemoteLog, folder: MirrorFolder, index: number, size: number): Promise<Leaves> {
  const tile = tileAt(0, index, size);
  if (!tile) throw new RangeError(`no tile ${index} in a tree of ${size} leaves`);
  const bundlePath = entriesPath(tile);
  const there = await folder.read(bundlePath);
  const bundle = there ?? (await remote.read(bundlePath));
  if (bundle) {
    const entries = parseBundle(bundle);
    if (!entries.ok || entries.value.length !== tile.width)
      throw new CommandError(`${remote.prefix}/${bundlePath} is no bundle of ${tile.width} entries.`);
    if (!there) await folder.write(bundlePath, bundle);
    return { hashes: entries.value.map(leafHash), hasEntries: true };
  }
  const hashes = await remote.read(tilePath(tile));
  if (hashes?.length !== tile.width * 32) throw new CommandError(`${remote.prefix}/${tilePath(tile)} is no tile of ${tile.width} hashes.`);
  return { hashes: tileHashes(hashes), hasEntries: false };
}

/** Writes full tiles as they fill; partial tiles are written at the end. */
async function growBy(edge: TileEdge, leaves: readonly Hash[], folder: MirrorFolder): Promise<TileEdge> {
  const full: [Tile, Uint8Array][] = [];
  const grown = growTiles(edge, leaves, (tile, tileBytes) => void (tile.width === tileWidth && full.push([tile, tileBytes])));
  for (const [tile, tileBytes] of full) await folder.write(tilePath(tile), tileBytes);
  return grown;
}

async function removeTile(folder: MirrorFolder, tile: Tile): Promise<void> {
  await folder.remove(tilePath(tile));
  if (tile.level === 0) await folder.remove(entriesPath(tile));
}

async function hasAllEntries(folder: MirrorFolder): Promise<boolean> {
  return (await folder.read(hashesOnly)) === null;
}

function readSigned(bytes: Uint8Array, log: TrustedLog, what: string): { checkpoint: Checkpoint; note: Note } {
  const signed = parseCheckpoint(bytes);
  if (!signed.ok) throw new CommandError(`${what} cannot be read: ${signed.fault}.`);
  const trusted = verifyCheckpoint(signed.value.checkpoint, signed.value.note, log);
  if (!trusted.ok) throw new CommandError(`${what} is not signed by the key of ${log.origin}: ${trusted.fault}.`);
  return signed.value;
}

async function forked(folder: MirrorFolder, before: Uint8Array | null, now: Uint8Array, why: string): Promise<ForkedLog> {
  const stamp = new Date().toISOString().replaceAll(':', '');
  await folder.write(`conflicts/${stamp}-before.txt`, before ?? '');
  await folder.write(`conflicts/${stamp}-now.txt`, now);
  return new ForkedLog(
    `THE LOG TELLS TWO HISTORIES: ${why}. Both checkpoints, each signed by the log's key, are kept in ${folder.path}/conflicts; ` +
      'the copy is as it was. Show them to the other witnesses and to the office.',
  );
}

/** Marks a promise as handled that is awaited later; its failure is then reported by that await. */
function neverUnhandled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

function concat(hashes: readonly Hash[]): Uint8Array {
  return new Uint8Array(Buffer.concat(hashes));
}

export const hashesOnly = 'hashes-only.txt';
const readAhead = 8;
const tellEvery = 64;
