import { visibleText } from '../../../domain/kit/text/visible-text.ts';

/**
 * Makes a text printable: one line, a mark for each character that hides or reorders others. Selectors and joiners that only choose a glyph
 * go, because each character is drawn alone; those of joined scripts stay. Does not normalise, which would replace characters of some
 * names.
 */
export function tidy(text: string): string {
  return visibleText(text)
    .replace(/[\s\p{Zs}]+/gu, ' ')
    .replace(/(?<![\p{Script=Arabic}\p{Script=Mongolian}])[\p{Variation_Selector}\u200D]/gu, '')
    .trim();
}

/**
 * Breaks `text` into lines no wider than `width`: between Chinese characters, but no line starts with a closing mark or ends with an
 * opening one. Words of other scripts and numbers stay whole if they fit on a line. If there are more than `most` lines, the text is cut
 * with … where `kept` begins, with which it ends.
 */
export function breakLines(text: string, width: number, measure: (text: string) => number, most = Infinity, kept = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of segments(text).flatMap((piece) => (measure(piece) > width ? characters(piece) : [piece]))) {
    if (line !== '' && measure(line + piece.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    } else line += piece;
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  if (lines.length <= most) return lines;
  if (kept !== '')
    return cutBefore(kept, characters(text.slice(0, text.length - kept.length)), (shorter) => breakLines(shorter, width, measure), most);
  let last = [...(lines[most - 1] ?? '')];
  while (last.length > 0 && measure(`${last.join('')}…`) > width) last = last.slice(0, -1);
  return [...lines.slice(0, most - 1), `${last.join('')}…`];
}

/** The most of the head that leaves room for what is kept. */
function cutBefore(kept: string, head: readonly string[], breaks: (text: string) => string[], most: number): string[] {
  const cut = (length: number) => breaks(`${head.slice(0, length).join('')}…${kept}`);
  let [fits, tooLong] = [0, head.length];
  while (fits + 1 < tooLong) {
    const middle = (fits + tooLong) >> 1;
    if (cut(middle).length <= most) fits = middle;
    else tooLong = middle;
  }
  return cut(fits);
}

/** Units that stay on one line: a word, or a character with its adjacent punctuation. */
function segments(text: string): string[] {
  return text.match(segment) ?? [];
}

/** A word or number; a word of a script that parts words by blanks; a Tibetan syllable with its point; one character with its marks. */
const unit = [
  String.raw`[\p{Script=Latin}\p{N}_.:/@#%&+=~?-]+`,
  String.raw`[\p{Script=Arabic}\p{Script=Mongolian}\p{Script=Hangul}\p{M}\u180e\u200c\u200d]+`,
  String.raw`(?:(?!\u0f0b)\p{Script=Tibetan})+\u0f0b*`,
  String.raw`.\p{M}*`,
].join('|');
const segment = new RegExp(String.raw`[（《“‘「『【〈(]*(?:${unit})[，。；：、！？）》”’」』】〉…,;!?)]*\s*`, 'gu');

/** What a reader takes for one character: a letter with its marks. */
function characters(text: string): string[] {
  return Array.from(graphemes.segment(text), (found) => found.segment);
}

const graphemes = new Intl.Segmenter('zh');
