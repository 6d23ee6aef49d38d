import { type Font, openSync, type Subset } from 'fontkit';
import { createRequire } from 'node:module';
import { rareFonts } from './rare-glyphs.ts';

/** Song for words, its bold for titles, a monospace for hashes. */
export type Face = keyof typeof files;

/** A font of ours or, for a character it lacks, the one that has it. */
export type FontChoice = (face: Face, codePoint: number) => NamedFont;

export interface NamedFont {
  /** As registered in the document. */
  readonly name: string;
  readonly font: Font;
  /**
   * No font has the character: this one holds it as a blank, an em wide, so that it can be copied. What is seen is the writer's business.
   */
  readonly isBlank?: true;
}

/** Opens what is needed to write `text`. The fonts are parsed once in the life of the process. */
export async function openFonts(text: string): Promise<FontChoice> {
  const ours = { serif: openFace('serif'), serifBold: openFace('serifBold'), mono: openFace('mono') };
  const missing = new Set(
    [...new Set(text)]
      .map((character) => character.codePointAt(0) ?? 0)
      .filter((codePoint) => !ours.serif.font.hasGlyphForCodePoint(codePoint)),
  );
  const rare = await rareFonts(missing);
  return (face, codePoint) => {
    for (const named of [ours[face], ours.serif]) if (named.font.hasGlyphForCodePoint(codePoint)) return named;
    const font = rare.get(codePoint);
    if (font) return { name: `${font.postscriptName} from ${font.characterSet[0]}`, font: plain(font) };
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
 * The same font without ligatures and kerning: a hash must show every digit by itself, and a line must be as wide as its characters were
 * measured. A glyph a character, then, one behind the other: shaping would cost as much as all else of a page, and change nothing.
 * pdfkit asks a font for its layout, so that this is the one place to say it.
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
 * The subset that fontkit makes, with the outlines of glyphs that earlier documents took out of the font already: fontkit decodes each anew
 * to see whether it is made of others.
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
    // One that is made of others names them by their places in this subset: a negative number of contours.
    const isSimple = outline !== undefined && ((outline[0] ?? 0) & 0x80) === 0;
    if (isSimple && metric) known.set(id, { outline, metric });
    return place;
  };
  return subset;
}

interface KnownGlyph {
  /** Memory of the font's file: nothing is copied. */
  readonly outline: Uint8Array;
  readonly metric: object;
}

/** What fontkit writes into while it encodes a subset, and does not describe. */
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

/** What pdfkit reads of a run. It scales positions in their place. */
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

/** `font` with nothing in it but a space that says it is `codePoint`. */
function blank(font: Font, codePoint: number): Font {
  const made: Font = Object.create(font, {
    postscriptName: { value: `Blank-${codePoint.toString(16)}` }, // pdfkit takes fonts of one name for one font.
    layout: {
      value: (text: string) => {
        const run = font.layout(' '.repeat([...text].length));
        // A glyph of its own: fontkit keeps one for each number, and that is the space of everybody.
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
    /** pdfkit takes a parsed font too, which its types do not say. */
    interface PDFFont {
      registerFont(name: string, src: Font): this;
    }
  }
}
