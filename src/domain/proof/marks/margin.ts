import { readBase64 } from '../../kit/bytes/bytes.ts';
import { glyphHeight, glyphs } from './glyphs.ts';
import { markCode, printedCode } from './mark-code.ts';

/** Height of the margin above the page in a captured picture. Its last row is a black line. */
export const marginRows = 41;

/**
 * Draws the margin of a picture, one byte per pixel, 0 black to 255 white: the mark's hash and code in readable letters. The pixels depend
 * only on mark and width, so a verifier can draw the margin again and compare. The last row is black.
 * @param hash 64 lower-case hex digits. @param width of the picture. A telephone's, of 1,170 pixels, has no room for the name of the hash;
 * in one below 1,160 the text is cut.
 */
export function drawMargin(hash: string, width: number): Uint8Array {
  const pixels = new Uint8Array(width * marginRows).fill(255, 0, width * (marginRows - 1));
  const code = printedCode(markCode(hash));
  const isNarrow = width < wideTextPixels;
  const words = isNarrow ? ['时间标记', hash, '校验码', code] : ['时间标记', 'SHA-256', hash, '校验码', code];
  let x = isNarrow ? 12 : 24;
  for (const word of words) {
    for (const letter of word) x += drawLetter(pixels, width, letter, x);
    const isLabel = word === '时间标记' || word === '校验码' || word === 'SHA-256';
    x += isLabel ? 12 : isNarrow ? 20 : 36;
  }
  return pixels;
}

/** @returns the width of the letter. */
function drawLetter(pixels: Uint8Array, width: number, letter: string, left: number): number {
  const packed = readBase64(glyphs.get(letter) ?? '') ?? new Uint8Array(0);
  const columns = (packed.length * 4) / glyphHeight;
  for (let row = 0; row < glyphHeight; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column;
      const shade = ((packed[at >> 2] ?? 0) >> ((3 - (at & 3)) * 2)) & 3;
      if (left + column < width) pixels[(row + top) * width + left + column] = 255 - shade * 85;
    }
  }
  return columns;
}

const top = 8;
/** Width of the text with all words. */
const wideTextPixels = 1284;
