import { bytesToHex } from '@noble/hashes/utils.js';
import { parseManifest } from '../../domain/proof/evidence/manifest.ts';
import { readUtf8 } from '../../domain/kit/bytes/bytes.ts';
import { parseBundle } from '../../domain/proof/tlog/entry-bundle.ts';
import { leafHash } from '../../domain/proof/tlog/merkle.ts';
import { tileWidth } from '../../domain/proof/tlog/tiles.ts';
import { CommandError } from '../lib/command.ts';
import type { MirrorFolder } from './mirror-folder.ts';

export interface Sighting {
  readonly hash: string;
  /** Zero-based index of the entry. */
  readonly index: number;
  /** Evidence number; null for an entry that is not a manifest. */
  readonly number: string | null;
}

/**
 * Finds entries of the copy that name a watched hash: a file's SHA-256 or SM3, or the entry's own leaf hash. Each hash is searched from
 * where the last run ended, a new one from the beginning; each sighting is reported once.
 * @param hashes 64 lower-case hex digits, in addition to those of earlier runs. @returns the new sightings.
 */
export async function watchEntries(folder: MirrorFolder, size: number, hashes: readonly string[]): Promise<Sighting[]> {
  const seenUpTo = new Map(Object.entries(await readWatched(folder)));
  for (const hash of hashes) if (!seenUpTo.has(hash)) seenUpTo.set(hash, 0);
  const sightings: Sighting[] = [];
  const start = Math.min(size, ...seenUpTo.values());
  for (let index = Math.floor(start / tileWidth); index * tileWidth < size; index += 1) {
    const bundle = await folder.bundle(index, size);
    const entries = bundle && parseBundle(bundle);
    if (!entries?.ok) throw new CommandError(`The copy has no entries from ${index * tileWidth} on: the log does not give them out.`);
    for (const [at, entry] of entries.value.entries())
      for (const [hash, seen] of seenUpTo)
        if (index * tileWidth + at >= seen && names(entry, hash))
          sightings.push({ hash, index: index * tileWidth + at, number: numberOf(entry) });
  }
  await folder.write(watchedFile, `${JSON.stringify(Object.fromEntries([...seenUpTo.keys()].map((hash) => [hash, size])), null, 2)}\n`);
  return sightings;
}

/** Number of watched hashes. */
export async function countWatched(folder: MirrorFolder): Promise<number> {
  return Object.keys(await readWatched(folder)).length;
}

/** For each watched hash, the tree size up to which it was searched. */
async function readWatched(folder: MirrorFolder): Promise<Readonly<Record<string, number>>> {
  const bytes = await folder.read(watchedFile);
  if (!bytes) return {};
  try {
    const value: unknown = JSON.parse(readUtf8(bytes) ?? '');
    const pairs = Object.entries(typeof value === 'object' && value !== null ? value : {});
    if (pairs.every((pair): pair is [string, number] => /^[0-9a-f]{64}$/.test(pair[0]) && Number.isSafeInteger(pair[1])))
      return Object.fromEntries(pairs);
  } catch {
    // Reported below.
  }
  throw new CommandError(`${watchedFile} in the folder cannot be read; remove it to look from the beginning.`);
}

/** Entries are canonical JSON, which contains a hash literally. */
function names(entry: Uint8Array, hash: string): boolean {
  return Buffer.from(entry.buffer, entry.byteOffset, entry.length).includes(hash) || bytesToHex(leafHash(entry)) === hash;
}

function numberOf(entry: Uint8Array): string | null {
  const manifest = parseManifest(entry);
  return manifest.ok ? manifest.value.number : null;
}

const watchedFile = 'watched.json';
