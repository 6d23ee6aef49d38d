import type { Face, FontChoice, NamedFont } from './certificate-fonts.ts';
import { mirrored, visualOrder } from './visual-order.ts';

export interface Style {
  readonly face: Face;
  readonly size: number;
  readonly colour: string;
  /** Extra space after every character, in points. */
  readonly spacing?: number;
}

/** A part of a line in one font. */
export interface Run {
  readonly named: NamedFont;
  /** In the order in which it is drawn; that of a shaped font in the order in which it is read. */
  text: string;
}

/** Splits lines into runs of one font and measures them, in points. */
export function createTextRuns(chooseAnew: FontChoice) {
  const choose = remembered(chooseAnew);
  // Cached, because a line is measured with every added character and a glyph look-up costs as much as drawing.
  const ems = remembered((face: Face, codePoint: number) => {
    const { font, isBlank, isShaped } = choose(face, codePoint);
    if (isBlank) return 1;
    const { advanceWidth } = isShaped ? font.layout(String.fromCodePoint(codePoint)) : font.glyphForCodePoint(codePoint);
    return advanceWidth / font.unitsPerEm;
  });
  const chosen = (character: string, { face }: Style) => choose(face, character.codePointAt(0) ?? 0);
  const advance = (character: string, { face, size, spacing = 0 }: Style) => ems(face, character.codePointAt(0) ?? 0) * size + spacing;
  const sum = (text: string, style: Style) => [...text].reduce((total, character) => total + advance(character, style), 0);
  const hasShaped = (text: string, style: Style) => [...text].some((character) => chosen(character, style).isShaped);

  /** With the space after its last character. */
  function runWidth({ named: { font, isShaped }, text }: Run, style: Style): number {
    if (!isShaped) return sum(text, style);
    const { advanceWidth, glyphs } = font.layout(text);
    return (advanceWidth / font.unitsPerEm) * style.size + glyphs.length * (style.spacing ?? 0);
  }

  function width(text: string, style: Style): number {
    return whole(text, style) - (text === '' ? 0 : (style.spacing ?? 0));
  }

  function whole(text: string, style: Style): number {
    return hasShaped(text, style) ? runsOf(text, style).reduce((total, run) => total + runWidth(run, style), 0) : sum(text, style);
  }

  /**
   * Like `width`, for growing texts: a prefix measured just before is not measured again. Adds in the same order, for equal sums. What is
   * added to a shaped text is measured alone: letters of a word that is broken are taken to be as wide as apart.
   */
  function growing(style: Style): (text: string) => number {
    let [known, total] = ['', 0];
    return (text) => {
      if (!text.startsWith(known)) [known, total] = ['', 0];
      const more = text.slice(known.length);
      known = text;
      if (more.length > 1 && hasShaped(more, style)) total += whole(more, style);
      else for (const character of more) total += advance(character, style);
      return total - (text === '' ? 0 : (style.spacing ?? 0));
    };
  }

  /** From left to right. */
  function runsOf(line: string, style: Style): Run[] {
    return visualOrder(line).flatMap(({ text, isRightToLeft }) => {
      const runs = runsAsRead(text, style);
      if (!isRightToLeft) return runs;
      return runs.toReversed().map((run) => (run.named.isShaped ? run : { ...run, text: mirrored(run.text) }));
    });
  }

  function runsAsRead(text: string, style: Style): Run[] {
    const runs: Run[] = [];
    for (const character of text) {
      const last = runs.at(-1);
      const named = last?.named.isShaped && joins.test(character) ? last.named : chosen(character, style);
      if (last && last.named.name === named.name) last.text += character;
      else runs.push({ named, text: character });
    }
    return runs;
  }

  return { choose, runsOf, runWidth, width, growing };
}

/** Shows nothing; it only says how its neighbours are joined. */
const joins = /\p{Default_Ignorable_Code_Point}/u;

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
