import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { createRequire } from 'node:module';
import { writeFile } from 'node:fs/promises';

/**
 * Draws the letters of the margin of captured pictures into `src/domain/proof/marks/glyphs.ts`, once: every program that draws or reads a
 * margin uses these, whatever fonts its machine has.
 */
const height = 24;
const narrow = '0123456789abcdefABCDEFGHJKMNPQRSTVWXYZ-';
const wide = '时间标记校验码';
const { resolve } = createRequire(import.meta.url);
GlobalFonts.registerFromPath(resolve('@expo-google-fonts/noto-sans-mono/500Medium/NotoSansMono_500Medium.ttf'), 'Mono');
GlobalFonts.registerFromPath(resolve('@expo-google-fonts/noto-sans-sc/500Medium/NotoSansSC_500Medium.ttf'), 'Wide');

/** Four shades per pixel, four pixels per byte. */
function glyph(letter, width, font) {
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = '#000';
  pen.font = font;
  pen.textAlign = 'center';
  pen.fillText(letter, width / 2, 19);
  const { data } = pen.getImageData(0, 0, width, height);
  const packed = new Uint8Array((width * height) / 4);
  for (let at = 0; at < width * height; at += 1) {
    const shade = Math.round((255 - (data[at * 4] ?? 255)) / 85);
    packed[at >> 2] = (packed[at >> 2] ?? 0) | (shade << ((3 - (at & 3)) * 2));
  }
  return Buffer.from(packed).toString('base64');
}

const head = `/**
 * Letters of 24 rows, four pixels a byte, 0 white to 3 black: Latin ones 12 wide, Chinese ones 24. \`scripts/mark-glyphs.mjs\` drew them.
 */`;
const lines = [
  ...[...narrow].map((letter) => [letter, glyph(letter, 12, '20px Mono')]),
  ...[...wide].map((letter) => [letter, glyph(letter, 24, '22px Wide')]),
].map(([letter, text]) => {
  const parts = (text.match(/.{1,96}/g) ?? []).map((part) => `'${part}'`);
  return parts.length === 1 ? `  ['${letter}', ${parts[0]}],` : `  [\n    '${letter}',\n    ${parts.join(' +\n      ')},\n  ],`;
});
await writeFile(
  new URL('../src/domain/proof/marks/glyphs.ts', import.meta.url),
  `${head}
export const glyphs: ReadonlyMap<string, string> = new Map([
${lines.join('\n')}
]);
export const glyphHeight = 24;
`,
);
