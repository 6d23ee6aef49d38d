import { hexToBytes } from '@noble/hashes/utils.js';
import { utf8 } from '../../kit/bytes/bytes.ts';
import { markCode, printedCode } from './mark-code.ts';

/** How a file shows a mark: by its hash (as text or as 32 bytes), or by its code. */
export type MarkSign = 'hash' | 'code';

export interface FoundMark {
  readonly sign: MarkSign;
  /** Of its first byte. */
  readonly offset: number;
}

/** Searches the bytes of a file, passed in chunks, for a mark. */
export interface MarkSearch {
  update(chunk: Uint8Array): void;
  /** The first that was found so far; null if nothing. */
  found(): FoundMark | null;
}

/**
 * Searches for the hash in both cases and the code with and without hyphens, each in ASCII and UTF-16 (PDF texts, subtitles, Windows
 * documents), and for the hash's bytes. A mark that is compressed, encoded or drawn is not found; the file is then 未绑定.
 * @param hash 64 lower-case hex digits.
 */
export function createMarkSearch(hash: string): MarkSearch {
  const code = markCode(hash);
  const needles: readonly Needle[] = [
    { sign: 'hash', bytes: hexToBytes(hash) },
    ...[hash, hash.toUpperCase()].flatMap((text) => spellings('hash', text)),
    ...[code, printedCode(code)].flatMap((text) => spellings('code', text)),
  ];
  const longest = Math.max(...needles.map(({ bytes }) => bytes.length));
  let found: FoundMark | null = null;
  let rest: Uint8Array = new Uint8Array(0);
  let passed = 0;
  return {
    update(chunk) {
      if (found) return;
      const seam = join(rest, chunk.subarray(0, longest - 1));
      const hits = needles.flatMap(({ sign, bytes }) => {
        const [across, within] = [placeOf(seam, bytes), placeOf(chunk, bytes)];
        if (across < 0 && within < 0) return [];
        return [{ sign, offset: passed + (across < 0 ? within : across - rest.length) }];
      });
      // In the order of the file, so that it does not matter how the chunks part.
      found = hits.sort((a, b) => a.offset - b.offset)[0] ?? null;
      rest = join(rest, chunk.subarray(-longest + 1)).subarray(-longest + 1);
      passed += chunk.length;
    },
    found: () => found,
  };
}

interface Needle {
  readonly sign: MarkSign;
  readonly bytes: Uint8Array;
}

function spellings(sign: MarkSign, text: string): Needle[] {
  const ascii = utf8(text);
  const wide = (first: number): Uint8Array =>
    Uint8Array.from({ length: ascii.length * 2 }, (_, at) => (at % 2 === first ? (ascii[at >> 1] ?? 0) : 0));
  return [ascii, wide(0), wide(1)].map((bytes) => ({ sign, bytes }));
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/**
 * Offset of the first occurrence; -1 if there is none. The engine searches for the first byte, this loop compares the rest. A leading zero
 * is skipped, because media files are full of zeros.
 */
function placeOf(haystack: Uint8Array, needle: Uint8Array): number {
  const lead = needle[0] === 0 ? 1 : 0;
  const first = needle[lead] ?? 0;
  for (let at = haystack.indexOf(first, lead); at >= 0; at = haystack.indexOf(first, at + 1)) {
    const start = at - lead;
    if (start + needle.length > haystack.length) return -1;
    if (needle.every((byte, offset) => haystack[start + offset] === byte)) return start;
  }
  return -1;
}
