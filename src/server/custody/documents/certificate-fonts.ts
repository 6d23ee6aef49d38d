import { type Font, openSync, type Subset } from 'fontkit';
import { createRequire } from 'node:module';
import { rareFonts } from './rare-glyphs.ts';
import { scriptFonts } from './script-fonts.ts';

/** Song for text, its bold for titles, a monospace for hashes. */
export type Face = keyof typeof files;

/** Chooses one of our fonts or, for a character that it lacks, a font that has it. */
export type FontChoice = (face: Face, codePoint: number) => NamedFont;

export interface NamedFont {
  /** Name in the document. */
  readonly name: string;
  readonly font: Font;
  /**
   * Set if no font has the character. This font then holds it as a blank, one em wide, so that it can be copied; the caller draws something
   * visible.
   */
  readonly isBlank?: true;
  /** Set if letters of this font depend on their neighbours: a run of them is laid out as a whole. */
  readonly isShaped?: true;
}

/** Opens the fonts needed to write `text`. Fonts are parsed once per process. */
export async function openFonts(text: string): Promise<FontChoice> {
  const ours = { serif: openFace('serif'), serifBold: openFace('serifBold'), mono: openFace('mono') };
  const missing = new Set(
    [...new Set(text)]
      .map((character) => character.codePointAt(0) ?? 0)
      .filter((codePoint) => !ours.serif.font.hasGlyphForCodePoint(codePoint)),
  );
  const rare = await rareFonts(missing);
  const scripts = await scriptFonts([...missing].filter((codePoint) => !rare.has(codePoint)));
  return (face, codePoint) => {
    for (const named of [ours[face], ours.serif]) if (named.font.hasGlyphForCodePoint(codePoint)) return named;
    const font = rare.get(codePoint);
    if (font) return { name: `${font.postscriptName} from ${font.characterSet[0]}`, font: plain(font) };
    const script = scripts.get(codePoint);
    if (script?.isShaped) return { name: script.font.postscriptName, font: script.font, isShaped: true };
    if (script) return { name: script.font.postscriptName, font: plain(script.font) };
    return { name: `blank ${codePoint}`, font: blank(ours.serif.font, codePoint), isBlank: true };
  };
}

const require = createRequire(import.meta.url);
const files = {
  serif: '@expo-google-fonts/noto-serif-sc/400Regular/NotoSerifSC_400Regular.ttf',
  serifBold: '@expo-google-fonts/noto-serif-sc/700Bold/NotoSerifSC_700Bold.ttf',
  mono: '@expo-google-fonts/noto-sans-mono/400Regular/NotoSansMono_400Regular.ttf',
} as const;

function openFace(face: Face): NamedFont {
  let named = opened.get(face);
  if (!named) {
    const font = openSync(require.resolve(files[face]));
    if (!('layout' in font)) throw new Error(`${files[face]} is a collection`);
    named = { name: face, font: plain(font) };
    opened.set(face, named);
  }
  return named;
}

/**
 * The same font without ligatures and kerning: a hash must show every digit separately, and a line must be as wide as its measured
 * characters. Each character is one glyph, in a row; shaping would cost as much as the rest of a page and change nothing.
 * pdfkit asks the font for its layout, so this is the only place to change it.
 */
function plain(font: Font): Font {
  const known = plainFonts.get(font);
  if (known) return known;
  const made: Font = Object.create(font, {
    layout: { value: (text: string) => inRow(font, text) },
    createSubset: { value: () => quickSubset(font) },
  });
  plainFonts.set(font, made);
  return made;
}

/**
 * fontkit's subset, with cached outlines of glyphs that earlier documents have already extracted. fontkit decodes each glyph again to see
 * whether it is a composite.
 */
function quickSubset(font: Font): Subset {
  const subset = font.createSubset();
  if (!isTrueType(subset)) return subset;
  const known = knownGlyphs.get(font) ?? new Map<number, KnownGlyph>();
  knownGlyphs.set(font, known);
  // oxlint-disable-next-line no-underscore-dangle -- fontkit's own name
  const addGlyph = subset._addGlyph.bind(subset);
  // oxlint-disable-next-line no-underscore-dangle -- fontkit's own name
  subset._addGlyph = (id) => {
    const glyph = known.get(id);
    if (glyph) {
      subset.glyf.push(glyph.outline);
      subset.loca.offsets.push(subset.offset);
      subset.hmtx.metrics.push(glyph.metric);
      subset.offset += glyph.outline.length;
      return subset.glyf.length - 1;
    }
    const place = addGlyph(id);
    const [outline, metric] = [subset.glyf[place], subset.hmtx.metrics[place]];
    // A composite refers to other glyphs by their index in this subset, so it is not cached. It has a negative number of contours.
    const isSimple = outline !== undefined && ((outline[0] ?? 0) & 0x80) === 0;
    if (isSimple && metric) known.set(id, { outline, metric });
    return place;
  };
  return subset;
}

interface KnownGlyph {
  /** A view into the font file's memory, not a copy. */
  readonly outline: Uint8Array;
  readonly metric: object;
}

/** Undocumented internals of fontkit's subset encoder. */
interface TrueTypeSubset extends Subset {
  _addGlyph: (id: number) => number;
  readonly glyf: Uint8Array[];
  readonly loca: { readonly offsets: number[] };
  readonly hmtx: { readonly metrics: object[] };
  offset: number;
}

function isTrueType(subset: Subset): subset is TrueTypeSubset {
  return '_addGlyph' in subset;
}

const knownGlyphs = new WeakMap<Font, Map<number, KnownGlyph>>();

/** The parts of a glyph run that pdfkit reads. pdfkit scales `positions` in place. */
function inRow(font: Font, text: string) {
  const glyphs = [...text].map((character) => font.glyphForCodePoint(character.codePointAt(0) ?? 0));
  const positions = glyphs.map(({ advanceWidth: xAdvance }) => ({ xAdvance, yAdvance: 0, xOffset: 0, yOffset: 0 }));
  return {
    glyphs,
    positions,
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
}

/** A copy of `font` with only a space, which claims to be `codePoint`. */
function blank(font: Font, codePoint: number): Font {
  const made: Font = Object.create(font, {
    postscriptName: { value: `Blank-${codePoint.toString(16)}` }, // pdfkit treats fonts of the same name as one.
    layout: {
      value: (text: string) => {
        const run = font.layout(' '.repeat([...text].length));
        // A separate glyph object: fontkit caches one per id, and the cached space is shared.
        run.glyphs = run.glyphs.map((glyph) =>
          Object.create(glyph, { codePoints: { value: [codePoint] }, advanceWidth: { value: font.unitsPerEm } }),
        );
        for (const position of run.positions) position.xAdvance = font.unitsPerEm;
        return run;
      },
    },
  });
  return made;
}

const opened = new Map<Face, NamedFont>();
const plainFonts = new WeakMap<Font, Font>();

declare global {
  namespace PDFKit.Mixins {
    /** pdfkit also accepts a parsed font, which its types do not declare. */
    interface PDFFont {
      registerFont(name: string, src: Font): this;
    }
  }
}
