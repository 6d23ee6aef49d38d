import { concatBytes } from '@noble/hashes/utils.js';
import { fail, pass } from '../../kit/bytes/result.ts';
import type { Result } from '../../kit/bytes/result.ts';
import { tileWidth } from './tiles.ts';

/** The length of an entry is encoded in two bytes. */
export const maxEntryBytes = 65_535;

export type BundleFault = 'empty' | 'truncated' | 'too-many';

/**
 * Encodes 1 to 256 entries, each prefixed with its length as big-endian uint16. @throws RangeError for any other number of entries or an
 * entry above 65,535 bytes.
 * Source: C2SP tlog-tiles, Log entries.
 */
export function encodeBundle(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length < 1 || entries.length > tileWidth) throw new RangeError('a bundle has 1 to 256 entries');
  return concatBytes(...entries.flatMap((entry) => [lengthPrefix(entry), entry]));
}

/** Parses a bundle. Every byte must belong to an entry. */
export function parseBundle(bytes: Uint8Array): Result<readonly Uint8Array[], BundleFault> {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [high, low] = [bytes[at], bytes[at + 1]];
    if (high === undefined || low === undefined) return fail('truncated');
    const end = at + 2 + high * 256 + low;
    if (end > bytes.length) return fail('truncated');
    if (entries.length === tileWidth) return fail('too-many');
    entries.push(bytes.slice(at + 2, end));
    at = end;
  }
  return entries.length > 0 ? pass(entries) : fail('empty');
}

function lengthPrefix(entry: Uint8Array): Uint8Array {
  if (entry.length > maxEntryBytes) throw new RangeError(`an entry of ${entry.length} bytes does not fit a bundle`);
  return Uint8Array.of(entry.length >> 8, entry.length & 255);
}
