import { watermarkInk } from '../theme.ts';

/** One tile of the pattern as a URL for style sheets: the text twice, offset, so that every strip across the window shows it. */
export function watermarkTile(text: string): string {
  const [width, height] = [Math.max(280, 16 * [...text].length + 80), 220];
  const at = (share: number) => {
    const place = `${width * share} ${height * share + 10}`;
    return `<text transform="translate(${place}) rotate(-20)">${escaped(text)}</text>`;
  };
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="${watermarkInk}" fill-opacity="0.14"` +
    ` font-family="sans-serif" font-size="14" text-anchor="middle">${at(0.25)}${at(0.75)}</svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}

/** A name is data and never becomes markup. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
