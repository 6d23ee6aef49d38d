import { readBase64 } from '../tlog/bytes.ts';
import { glyphHeight, glyphs } from './glyphs.ts';
import { markCode, printedCode } from './mark-code.ts';

/** Height of the margin above the page in a captured picture. Its last row is a black line. */
export const marginRows = 41;

/**
 * Draws the margin of a picture, one byte per pixel, 0 black to 255 white: the mark's hash and code in readable letters. The pixels depend
 * only on mark and width, so a verifier can draw the margin again and compare. The last row is black.
 * @param hash 64 lower-case hex digits. @param width of the picture; text that does not fit is cut.
 */
export function drawMargin(hash: string, width: number): Uint8Array {
  const pixels = new Uint8Array(width * marginRows).fill(255, 0, width * (marginRows - 1));
  let x = 24;
  for (const word of ['时间标记', 'SHA-256', hash, '校验码', printedCode(markCode(hash))]) {
    for (const letter of word) x += drawLetter(pixels, width, letter, x);
    x += word === '时间标记' || word === '校验码' || word === 'SHA-256' ? 12 : 36;
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
