/**
 * Makes a text printable: one line, without invisible characters that reorder or hide others (bidirectional controls, zero-width
 * characters, variation selectors). Does not normalise, which would replace characters of some names.
 */
export function tidy(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu, ' ')
    .replace(/[\p{Cf}\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}\p{Co}]/gu, '')
    .trim();
}

/**
 * Breaks `text` into lines no wider than `width`: between Chinese characters, but no line starts with a closing mark or ends with an
 * opening one. Latin words and numbers stay whole if they fit on a line. If there are more than `most` lines, the last one ends in …
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

/** Units that stay on one line: a word, or a character with its adjacent punctuation. */
function segments(text: string): string[] {
  return text.match(/[（《“‘「『【〈(]*(?:[\p{Script=Latin}\p{N}_.:/@#%&+=~?-]+|.)[，。；：、！？）》”’」』】〉…,;!?)]*\s*/gu) ?? [];
}
