import { create, type Font } from 'fontkit';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import decompress from 'woff2-encoder/decompress';

/**
 * Fonts that have `codePoints`, taken from HanaMin: 69 slices of about a thousand characters, with CJK extensions A to F (including 𠮷).
 * Code points unknown to HanaMin are missing from the result. A slice is decompressed once (0.15 s), because fontkit cannot embed WOFF2;
 * all of them take 30 MB.
 */
export async function rareFonts(codePoints: Iterable<number>): Promise<Map<number, Font>> {
  slices ??= await readSlices();
  const known = slices;
  const fonts = new Map<number, Font>();
  for (const codePoint of codePoints) {
    const slice = known.find(({ first, last }) => codePoint >= first && codePoint <= last);
    if (!slice) continue;
    const font = await openSlice(slice.file);
    if (font.hasGlyphForCodePoint(codePoint)) fonts.set(codePoint, font);
  }
  return fonts;
}

interface Slice {
  readonly file: string;
  readonly first: number;
  readonly last: number;
}

/** The package's style sheet lists the slices, one @font-face each. */
async function readSlices(): Promise<Slice[]> {
  const css = await readFile(join(folder, 'HanaMin.min.css'), 'utf8');
  return [...css.matchAll(/url\((HanaMin[^)]+\.woff2)\)[^}]*unicode-range:([^}]+)\}/g)].flatMap(([, file = '', ranges = '']) =>
    [...ranges.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(([, first = '', last = first]) => ({
      file,
      first: Number.parseInt(first, 16),
      last: Number.parseInt(last, 16),
    })),
  );
}

function openSlice(file: string): Promise<Font> {
  const open = async () => {
    const font = create(Buffer.from(await decompress(await readFile(join(folder, file)))));
    if (font.type !== 'TTF') throw new Error(`${file} is not a font`);
    return font;
  };
  const opened = fonts.get(file) ?? open();
  fonts.set(file, opened);
  opened.catch(() => fonts.delete(file)); // A failure such as too many open files may be temporary.
  return opened;
}

const folder = dirname(createRequire(import.meta.url).resolve('hanamin/HanaMin.min.css'));
const fonts = new Map<string, Promise<Font>>();
let slices: Slice[] | undefined;
