import { unifiedHan } from './han-spellings.ts';

/**
 * A text as people read it: each character that shows nothing, or that turns the text around it, becomes `␣`. `合同<U+202E>fdp.exe` reads
 * `合同␣fdp.exe` instead of 合同exe.pdf. Line ends and tabs stay. Stored texts and answers keep what was given; every page, document and
 * printed line passes through here.
 */
export function visibleText(text: string): string {
  return text.replaceAll(hidden, (letter, at: number) => (choosesGlyph(letter, at, text) ? letter : hiddenMark));
}

/** Without the characters that show nothing, and without variation selectors. Joiners of letters and of pictographs stay. */
export function withoutHidden(text: string): string {
  return text
    .replaceAll(hidden, (letter, at: number) => (!selector.test(letter) && choosesGlyph(letter, at, text) ? letter : ''))
    .replaceAll('\ufffc', '');
}

/** The same as `visibleText` on one line: line ends and tabs become marks, too. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll(/[\t\n\r]/g, hiddenMark);
}

/**
 * A text that somebody fills in, without blanks around it; empty if it shows nothing. What cannot be stored stays, for its check to name.
 */
export function givenText(text: string): string {
  return showsNothing(text) && !unstorable.test(text) ? '' : text.trim();
}

/**
 * Whether no character of it shows anything by itself: blanks of any kind, invisible characters, marks without a letter, characters that no
 * standard knows, and those of private use, except those that stood for rare ideographs.
 */
export function showsNothing(text: string): boolean {
  return !shown.test(unifiedHan(text));
}

/** A letter, digit, sign or symbol; neither what Unicode calls ignorable nor what is drawn as nothing (Braille, pictures, a note). */
const shown = /(?![\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}])[\p{L}\p{N}\p{P}\p{S}]/u;

/** NUL and half of a pair: no text, but for its check to name. */
const unstorable = /[\0\p{Surrogate}]/u;

/** Whether the text reads differently from how it is stored, or can turn what stands beside it. */
export function turnsText(text: string): boolean {
  return runsRightToLeft(text) || visibleText(text) !== text;
}

/** Whether a character runs from right to left. */
export function runsRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

export const hiddenMark = '\u2423';

/**
 * Controls, separators of lines, halves of pairs, and what Unicode calls ignorable: bidirectional controls, zero-width characters, fillers,
 * tags.
 */
const hidden =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /(?![\t\n\r])[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u2800]/gu;

/**
 * A variation selector after a character, a joiner between two pictographs, and what joins or parts two letters of a joined script only
 * choose a glyph.
 */
function choosesGlyph(letter: string, at: number, text: string): boolean {
  const before = text.slice(Math.max(0, at - mostMarks), at);
  if (/\u200c|\u200d|[\u180b-\u180f]/.test(letter) && joinedLetter.test(before))
    return /[\u180b-\u180d\u180f]/.test(letter) || letterAfter.test(text.slice(at + 1));
  const isJoiner = letter === '\u200d';
  if (!isJoiner && !selector.test(letter)) return false;
  if (!isJoiner) return /[\p{L}\p{N}\p{P}\p{S}]$/u.test(before);
  return /\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?$/u.test(before) && /^\p{Extended_Pictographic}/u.test(text.slice(at + 1));
}

/** No letter has as many marks. A long text of joiners would be read from its beginning for each of them. */
const mostMarks = 32;

const selector = /^[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]$/u;
const joinedLetter = /[\p{Script=Arabic}\p{Script=Mongolian}]\p{M}*$/u;
const letterAfter = /^[\p{Script=Arabic}\p{Script=Mongolian}]/u;

/** Hebrew, Arabic and the other scripts that run from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
