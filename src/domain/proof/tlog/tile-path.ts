import { tileWidth } from './tiles.ts';
import type { Tile } from './tiles.ts';

/**
 * Path of a tile below the log's prefix: `tile/<L>/<N>[.p/<W>]`. @throws RangeError for an impossible tile. Source: C2SP tlog-tiles, Merkle
 * Tree.
 */
export function tilePath(tile: Tile): string {
  if (!Number.isSafeInteger(tile.level) || tile.level < 0 || tile.level > maxLevel) throw new RangeError(`no tile level ${tile.level}`);
  return `tile/${tile.level}/${indexPath(tile.index, tile.width)}`;
}

/** Path of an entry bundle: `tile/entries/<N>[.p/<W>]`. Source: C2SP tlog-tiles, Log entries. */
export function entriesPath(bundle: Omit<Tile, 'level'>): string {
  return `tile/entries/${indexPath(bundle.index, bundle.width)}`;
}

/** Parses the path of a tile or entry bundle. Each has exactly one valid spelling; null for any other text. */
export function parseTilePath(
  path: string,
): (Tile & { readonly kind: 'hashes' }) | (Omit<Tile, 'level'> & { readonly kind: 'entries' }) | null {
  const [, levelText, indexText = '', widthText] =
    /^tile\/(entries|0|[1-9][0-9]?)\/((?:x[0-9]{3}\/){0,5}[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/.exec(path) ?? [];
  if (levelText === undefined) return null;
  const index = Number(indexText.replace(/[x/]/g, ''));
  const width = widthText === undefined ? tileWidth : Number(widthText);
  if (!Number.isSafeInteger(index) || (widthText !== undefined && width >= tileWidth)) return null;
  if (levelText === 'entries') return entriesPath({ index, width }) === path ? { kind: 'entries', index, width } : null;
  const level = Number(levelText);
  return level <= maxLevel && tilePath({ level, index, width }) === path ? { kind: 'hashes', level, index, width } : null;
}

/** Formats an index as zero-padded groups of three digits, all but the last prefixed with `x`: 1234067 is `x001/x234/067`. */
function indexPath(index: number, width: number): string {
  if (!Number.isSafeInteger(index) || index < 0) throw new RangeError(`no tile index ${index}`);
  if (!Number.isSafeInteger(width) || width < 1 || width > tileWidth) throw new RangeError(`no tile width ${width}`);
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/[0-9]{3}/g) ?? [];
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return width < tileWidth ? `${path}.p/${width}` : path;
}

const maxLevel = 63;
