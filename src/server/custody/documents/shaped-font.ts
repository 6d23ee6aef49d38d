import type { Font, Glyph } from 'fontkit';
import type { Blob, Font as Shaper } from 'harfbuzzjs';

/**
 * `font` with HarfBuzz's layout: letters joined (Uyghur, Mongolian), stacked (Tibetan), marks in their places. `data` is its file and
 * `index` its place in a collection.
 */
export async function shapedFont(font: Font, data: Uint8Array, index = 0): Promise<Font> {
  const { Blob, Buffer: Text, ClusterLevel, Face, Font: Shaper, shape } = await import('harfbuzzjs');
  const blob: Blob = new Blob(data);
  const shaper: Shaper = new Shaper(new Face(blob, index));
  const made: Font = Object.create(font, {
    layout: {
      value: (text: string) => {
        const buffer = new Text();
        buffer.addText(text);
        buffer.setClusterLevel(ClusterLevel.CHARACTERS);
        buffer.guessSegmentProperties();
        shape(shaper, buffer);
        return glyphRun(font, text, buffer.getGlyphInfosAndPositions());
      },
    },
  });
  return made;
}

/** The parts of a glyph run that pdfkit reads, from left to right. */
function glyphRun(font: Font, text: string, shaped: readonly ShapedGlyph[]) {
  const starts = [...new Set(shaped.map(({ cluster }) => cluster))].toSorted((a, b) => a - b);
  const letters = (cluster: number) => text.slice(cluster, starts[starts.indexOf(cluster) + 1]);
  const glyphs = shaped.map(({ codepoint: id, cluster }, at): Glyph => {
    // Of several glyphs for one letter the first says it.
    const says = shaped.findIndex((other) => other.cluster === cluster) === at ? letters(cluster) : '';
    return font.getGlyph(
      id,
      Array.from(says, (letter) => letter.codePointAt(0) ?? 0),
    );
  });
  const positions = shaped.map(({ xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 }) => ({ xAdvance, yAdvance, xOffset, yOffset }));
  return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) };
}

interface ShapedGlyph {
  /** HarfBuzz's name for the glyph's id. */
  readonly codepoint: number;
  /** Where its letters begin in the text. */
  readonly cluster: number;
  readonly xAdvance?: number;
  readonly yAdvance?: number;
  readonly xOffset?: number;
  readonly yOffset?: number;
}
