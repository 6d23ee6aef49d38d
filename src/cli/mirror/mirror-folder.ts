import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { entriesPath, tilePath } from '../../domain/proof/tlog/tile-path.ts';
import { edgeRoot, edgeTiles, readEdge, type TileEdge } from '../../domain/proof/tlog/tile-edge.ts';
import { tileAt, type Tile } from '../../domain/proof/tlog/tiles.ts';
import { hashBytes, type Hash } from '../../domain/proof/tlog/merkle.ts';
import { readIfThere, writeDurably } from '../../server/platform/storage/durable-file.ts';
import { CommandError } from '../lib/command.ts';

/** The copy of a log, laid out as tlog-tiles serves it, so that any web server can publish it. */
export class MirrorFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Null if there is no such file. */
  async read(name: string): Promise<Uint8Array | null> {
    const bytes = await readIfThere(join(this.path, name));
    return bytes && new Uint8Array(bytes);
  }

  /** Resolves when the file is complete and durable. */
  async write(name: string, bytes: Uint8Array | string): Promise<void> {
    const path = join(this.path, name);
    await mkdir(dirname(path), { recursive: true });
    await writeDurably(path, bytes, 0o644);
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.path, name), { recursive: true, force: true });
  }

  /** The edge of a tree of `size` leaves, from which it grows. @param held size up to which the copy is complete. */
  async edge(size: number, held: number): Promise<TileEdge> {
    return readEdge(size, await Promise.all(edgeTiles(size).map((tile) => this.#hashes(tile, held))));
  }

  /** Root of the first `size` leaves out of the `held` leaves of the copy. */
  async root(size: number, held: number): Promise<Hash> {
    return edgeRoot(await this.edge(size, held));
  }

  /** The entries of a bundle as far as the copy has them; null if it has hashes only. */
  async bundle(index: number, held: number): Promise<Uint8Array | null> {
    const tile = tileAt(0, index, held);
    return tile && this.read(entriesPath(tile));
  }

  /** The first `width` hashes of a tile, whose stored file may be wider. */
  async #hashes(tile: Tile, held: number): Promise<Uint8Array> {
    const there = tileAt(tile.level, tile.index, held);
    const bytes = there && (await this.read(tilePath(there)));
    if (!bytes || bytes.length < tile.width * hashBytes)
      throw new CommandError(`${join(this.path, tilePath(there ?? tile))} is missing or too short. Mirror into a new folder.`);
    return bytes.subarray(0, tile.width * hashBytes);
  }
}
