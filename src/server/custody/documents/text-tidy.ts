/**
 * `text` as it may stand on paper: one line, nothing invisible that turns or hides what is beside it (bidirectional controls, zero-width
 * characters, variation selectors). Letters are not normalised: that would replace the characters of some names by others.
 */
export function tidy(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu, ' ')
    .replace(/[\p{Cf}\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}\p{Co}]/gu, '')
    .trim();
}

/**
 * Breaks `text` into lines no wider than `width`: between Chinese characters, but no line begins with a closing mark or ends with an
 * opening one; Latin words and numbers stay whole where they fit a line. After `most` lines the last ends in … `measure` gives the width of
 * a text.
 */
export function breakLines(text: string, width: number, measure: (text: string) => number, most = Infinity): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of segments(text).flatMap((piece) => (measure(piece) > width ? [...piece] : [piece]))) {
    if (line !== '' && measure(line + piece.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    } else line += piece;
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  if (lines.length <= most) return lines;
  let last = [...(lines[most - 1] ?? '')];
  while (last.length > 0 && measure(`${last.join('')}…`) > width) last = last.slice(0, -1);
  return [...lines.slice(0, most - 1), `${last.join('')}…`];
}

/** What must stay on one line: a word, or a character with the marks that cling to it. */
function segments(text: string): string[] {
  return text.match(/[（《“‘「『【〈(]*(?:[\p{Script=Latin}\p{N}_.:/@#%&+=~?-]+|.)[，。；：、！？）》”’」』】〉…,;!?)]*\s*/gu) ?? [];
}
