import { create, type Font } from 'fontkit';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type InstalledFont, installedFonts } from './installed-fonts.ts';
import { shapedFont } from './shaped-font.ts';

export interface ScriptFont {
  readonly font: Font;
  /** Its letters depend on their neighbours, so that a run is laid out as a whole. */
  readonly isShaped: boolean;
}

/**
 * Fonts that have `codePoints`: of the optional packages for the scripts of the country, otherwise of those installed on this machine, such
 * as Debian's fonts-babelstone-han for CJK extensions G and H. Code points that no font has are missing from the result.
 */
export async function scriptFonts(codePoints: Iterable<number>): Promise<Map<number, ScriptFont>> {
  const fonts = new Map<number, ScriptFont>();
  for (const codePoint of codePoints) {
    const found = (await packagedFont(codePoint)) ?? (await installedFont(codePoint));
    if (found) fonts.set(codePoint, found);
  }
  return fonts;
}

const packages: readonly { readonly script: RegExp; readonly file: string }[] = [
  // One glyph for each letter, so that a reader that copies from the document gets them back. Noto's fonts draw the dots apart.
  { script: /\p{Script_Extensions=Arabic}/u, file: 'scheherazade-new/400Regular/ScheherazadeNew_400Regular.ttf' },
  { script: /\p{Script_Extensions=Mongolian}/u, file: 'noto-sans-mongolian/400Regular/NotoSansMongolian_400Regular.ttf' },
  { script: /\p{Script_Extensions=Tibetan}/u, file: 'noto-serif-tibetan/400Regular/NotoSerifTibetan_400Regular.ttf' },
  { script: /\p{Script_Extensions=Yi}/u, file: 'noto-sans-yi/400Regular/NotoSansYi_400Regular.ttf' },
  { script: /\p{Script_Extensions=Hangul}/u, file: 'nanum-myeongjo/400Regular/NanumMyeongjo_400Regular.ttf' },
];

async function packagedFont(codePoint: number): Promise<ScriptFont | null> {
  const character = String.fromCodePoint(codePoint);
  const file = packages.find(({ script }) => script.test(character))?.file;
  const path = file && resolved(`@expo-google-fonts/${file}`);
  return path ? fontWith(codePoint, { file: path, index: 0, postscriptName: '' }) : null;
}

async function installedFont(codePoint: number): Promise<ScriptFont | null> {
  for (const installed of await installedFonts(codePoint)) {
    // A font that cannot be read is as good as none: it was never promised.
    const found = await fontWith(codePoint, installed).catch(() => null);
    if (found) return found;
  }
  return null;
}

async function fontWith(codePoint: number, place: InstalledFont): Promise<ScriptFont | null> {
  const { font, shaped } = await open(place);
  if (!font.hasGlyphForCodePoint(codePoint)) return null;
  // Chinese characters stand alone; their fonts are large, and HarfBuzz would hold another copy.
  if (/\p{Script=Han}/u.test(String.fromCodePoint(codePoint))) return { font, isShaped: false };
  return { font: await shaped(), isShaped: true };
}

interface OpenFont {
  readonly font: Font;
  readonly shaped: () => Promise<Font>;
}

function open(place: InstalledFont): Promise<OpenFont> {
  const key = `${place.file}\0${place.index}`;
  const read = async (): Promise<OpenFont> => {
    const data = await readFile(place.file);
    const file = create(data);
    const font = 'layout' in file ? file : file.getFont(place.postscriptName);
    if (font === null) throw new Error(`${place.file} has no font ${place.postscriptName}`);
    let shaped: Promise<Font> | undefined;
    return { font, shaped: () => (shaped ??= shapedFont(font, data, place.index)) };
  };
  const known = opened.get(key) ?? read();
  opened.set(key, known);
  known.catch(() => opened.delete(key)); // A failure such as too many open files may be temporary.
  return known;
}

/** The file's path, or null where the optional package is not installed. */
function resolved(file: string): string | null {
  try {
    return require.resolve(file);
  } catch {
    return null;
  }
}

const require = createRequire(import.meta.url);
const opened = new Map<string, Promise<OpenFont>>();
