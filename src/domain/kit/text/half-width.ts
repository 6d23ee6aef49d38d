/**
 * The characters that copying adds and nobody sees: what Unicode calls ignorable (soft hyphens, zero-width and bidirectional ones, fillers,
 * variation selectors, byte order marks, tags), the empty Braille pattern, and what stands for a picture.
 */
export const invisible = /[\p{Default_Ignorable_Code_Point}\u2800\ufffc]/gu;

/** Without invisible characters. */
export function withoutMarks(text: string): string {
  return text.replaceAll(invisible, '');
}

/** ASCII in full width or as keycaps, other blanks and dashes, as an input method leaves them, in half width; nothing invisible. */
export function halfWidth(text: string): string {
  return withoutMarks(text)
    .replaceAll(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replaceAll(/([0-9*#])\u20e3/g, '$1')
    .replaceAll(/\s/g, ' ')
    .replaceAll(/[\u2010-\u2015\u2212\ufe58\ufe63]/g, '-')
    .trim();
}

/** Whether a text is longer than anything that is typed or pasted into a field. Reading it as a number would take long. */
export function isTooLong(text: string): boolean {
  return text.length > longest;
}

/** A line of `sha256sum` has the path of its file. */
const longest = 400;
