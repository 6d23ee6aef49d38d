import { unifiedHan } from './han-spellings.ts';

/*
 * Characters that a search does not tell apart: full and half width, small forms, apostrophes, quotes, dots and dashes of other keyboards,
 * either case, and ideographs that are encoded more than once. Each has one plain character; the others are its twins.
 */

/** A text in plain characters, one for one: `Ａ股（上海）` is `a股(上海)`. */
export function plainText(text: string): string {
  return Array.from(text, plainOf).join('');
}

/** The twins of a plain character, as a row may have them. ASCII letters count as lower case. */
export function twinsOf(plain: string): readonly string[] {
  twins ??= allTwins();
  const upper = plain > '\x7f' ? plain.toUpperCase() : plain;
  return [...(twins.get(plain) ?? []), ...(upper !== plain && plainOf(upper) === plain ? [upper] : [])];
}

function plainOf(character: string): string {
  const lower = (other.get(character) ?? unifiedHan(character)).toLowerCase();
  return isOne(lower) ? lower : character;
}

function isOne(text: string): boolean {
  return text.length === String.fromCodePoint(text.codePointAt(0) ?? 0).length;
}

const written = ["'‘’ʼ`", '"“”', '·•・‧∙⋅', '-‐‑‒–—―−', '~〜'];
/** Small forms, and half and full width. */
const forms = [
  [0xfe50, 0xfe6b],
  [0xff01, 0xffee],
] as const;

const other = new Map(written.flatMap(([plain = '', ...twins]) => twins.map((twin) => [twin, plain] as const)));
for (const form of codesOf(forms)) {
  const plain = form.normalize('NFKC');
  if (plain !== form && isOne(plain)) other.set(form, other.get(plain) ?? plain);
}

let twins: ReadonlyMap<string, readonly string[]> | undefined;

function allTwins(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const character of [...other.keys(), ...codesOf(ideographs)]) {
    const plain = plainOf(character);
    if (plain !== character) found.set(plain, [...(found.get(plain) ?? []), character]);
  }
  return found;
}

/** Radicals, compatibility ideographs, and rare ones in the private use area. */
const ideographs = [
  [0x2e80, 0x2fd5],
  [0xf900, 0xfaff],
  [0x2f800, 0x2fa1f],
  [0xe815, 0xe864],
] as const;

function codesOf(ranges: readonly (readonly [number, number])[]): string[] {
  return ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)));
}
