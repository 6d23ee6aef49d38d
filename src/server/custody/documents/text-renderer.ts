import { runsRightToLeft } from '../../../domain/kit/text/visible-text.ts';
import type { Face, FontChoice } from './certificate-fonts.ts';
import { createTextRuns, type Run, type Style } from './text-runs.ts';
import { breakLines, tidy } from './text-tidy.ts';

/** Writes lines into a document, each character in a font that has it. Coordinates are points from the top left; `y` is the baseline. */
export function createTextRenderer(doc: PDFKit.PDFDocument, chooseFont: FontChoice) {
  const { choose, runsOf, runWidth, width, growing } = createTextRuns(chooseFont);

  /** Draws one line and returns the x after it. */
  function write(text: string, x: number, y: number, style: Style): number {
    let at = x;
    for (const run of runsOf(tidy(text), style)) {
      const { name, font, isBlank } = run.named;
      if (isBlank)
        [...run.text].forEach((character, index) => boxCode(character, at + index * (style.size + (style.spacing ?? 0)), y, style));
      if (!registered.has(name)) doc.registerFont(name, font);
      registered.add(name);
      doc.font(name).fontSize(style.size).fillColor(style.colour);
      if (isSpelt(run)) doc.markContent('Span', { actual: run.text });
      doc.text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic', characterSpacing: style.spacing ?? 0 });
      if (isSpelt(run)) doc.endMarkedContent();
      at += runWidth(run, style);
    }
    return at;
  }

  /** Draws the code point of a character that no font has, in a box. Outlines, since the text beneath is the character itself. */
  function boxCode(character: string, x: number, y: number, { size, colour }: Style): void {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(6, '0');
    doc
      .lineWidth(0.4)
      .strokeColor(colour)
      .rect(x + 0.4, y - size * 0.85, size - 0.8, size * 0.98)
      .stroke();
    [...code].forEach((digit, index) => {
      const { path, scale } = outline(digit, 'mono');
      const small = scale * size * 0.42;
      doc.save().translate(x + size * (0.12 + (index % 3) * 0.255), y + size * (index < 3 ? -0.42 : 0.02));
      doc.scale(small, -small).path(path).fillColor(colour).fill().restore();
    });
  }

  /**
   * A character's outline as SVG path data, y up, for drawings that are not to be copied as text. `scale` converts it to one point per em,
   * the unit of `advance`.
   */
  function outline(character: string, face: Face): { path: string; scale: number; advance: number } {
    const codePoint = character.codePointAt(0) ?? 0;
    const { font, isBlank } = choose(face, codePoint);
    if (isBlank) return { path: '', scale: 1, advance: 1 };
    const glyph = font.glyphForCodePoint(codePoint);
    return { path: glyph.path.toSVG(), scale: 1 / font.unitsPerEm, advance: glyph.advanceWidth / font.unitsPerEm };
  }

  const registered = new Set<string>();
  return {
    write,
    width,
    outline,
    writeCentred: (text: string, x: number, y: number, style: Style) => write(text, x - width(tidy(text), style) / 2, y, style),
    lines: (text: string, within: number, style: Style, most?: number, kept?: string) =>
      breakLines(tidy(text), within, growing(style), most, kept),
  };
}

/**
 * Whether what is copied stands beside the glyphs: a shaped glyph may stand for several letters, and a letter for several glyphs. Readers
 * expect text from right to left glyph by glyph instead, and turn it.
 */
function isSpelt({ named, text }: Run): boolean {
  return named.isShaped === true && !runsRightToLeft(text);
}

export type TextRenderer = ReturnType<typeof createTextRenderer>;
