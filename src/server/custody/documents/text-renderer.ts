import type { Face, FontChoice } from './certificate-fonts.ts';
import { breakLines, tidy } from './text-tidy.ts';

export interface Style {
  readonly face: Face;
  readonly size: number;
  readonly colour: string;
  /** Extra space after every character, in points. */
  readonly spacing?: number;
}

/** Writes lines into a document, each character in a font that has it. Coordinates are points from the top left; `y` is the baseline. */
export function createTextRenderer(doc: PDFKit.PDFDocument, chooseAnew: FontChoice) {
  const choose = remembered(chooseAnew);
  // Cached, because a line is measured with every added character and a glyph look-up costs as much as drawing.
  const ems = remembered((face: Face, codePoint: number) => {
    const { font, isBlank } = choose(face, codePoint);
    return isBlank ? 1 : font.glyphForCodePoint(codePoint).advanceWidth / font.unitsPerEm;
  });
  const advance = (character: string, { face, size, spacing = 0 }: Style) => ems(face, character.codePointAt(0) ?? 0) * size + spacing;
  const width = (text: string, style: Style) =>
    [...text].reduce((sum, character) => sum + advance(character, style), 0) - (text === '' ? 0 : (style.spacing ?? 0));

  /** Like `width`, for growing texts: a prefix measured just before is not measured again. Adds in the same order, for equal sums. */
  function growing(style: Style): (text: string) => number {
    let [known, sum] = ['', 0];
    return (text) => {
      if (!text.startsWith(known)) [known, sum] = ['', 0];
      for (const character of text.slice(known.length)) sum += advance(character, style);
      known = text;
      return sum - (text === '' ? 0 : (style.spacing ?? 0));
    };
  }

  /** Draws one line and returns the x after it. */
  function write(text: string, x: number, y: number, style: Style): number {
    let at = x;
    for (const run of runsOf(tidy(text), style)) {
      if (run.isBlank)
        [...run.text].forEach((character, index) => boxCode(character, at + index * (style.size + (style.spacing ?? 0)), y, style));
      doc.font(run.font).fontSize(style.size).fillColor(style.colour);
      doc.text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic', characterSpacing: style.spacing ?? 0 });
      at += width(run.text, style) + (style.spacing ?? 0);
    }
    return at;
  }

  function runsOf(text: string, style: Style): Run[] {
    const runs: Run[] = [];
    for (const character of text) {
      const chosen = choose(style.face, character.codePointAt(0) ?? 0);
      if (!registered.has(chosen.name)) {
        doc.registerFont(chosen.name, chosen.font);
        registered.add(chosen.name);
      }
      const last = runs.at(-1);
      if (last && last.font === chosen.name) last.text += character;
      else runs.push({ font: chosen.name, text: character, isBlank: chosen.isBlank === true });
    }
    return runs;
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
    lines: (text: string, within: number, style: Style, most?: number) => breakLines(tidy(text), within, growing(style), most),
  };
}

/** Caches the result for each face and character. */
function remembered<Found extends NonNullable<unknown>>(
  find: (face: Face, codePoint: number) => Found,
): (face: Face, codePoint: number) => Found {
  const known = new Map<Face, Map<number, Found>>();
  return (face, codePoint) => {
    let ofFace = known.get(face);
    if (!ofFace) known.set(face, (ofFace = new Map()));
    let found = ofFace.get(codePoint);
    if (found === undefined) ofFace.set(codePoint, (found = find(face, codePoint)));
    return found;
  };
}

interface Run {
  readonly font: string;
  text: string;
  readonly isBlank: boolean;
}

export type TextRenderer = ReturnType<typeof createTextRenderer>;
