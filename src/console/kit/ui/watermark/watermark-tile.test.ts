import { expect, it } from 'vitest';
import { watermarkTile } from './watermark-tile.ts';

const svgOf = (tile: string) => decodeURIComponent(/^url\("data:image\/svg\+xml,([^"]*)"\)$/.exec(tile)?.[1] ?? '');

it('says the text twice in a picture that a style sheet takes', () => {
  const svg = svgOf(watermarkTile('陆清越 5678 2026-11-22'));
  expect(svg.match(/陆清越 5678 2026-11-22/g)).toHaveLength(2);
});

it('a name is text: it closes neither its element nor the address', () => {
  const svg = svgOf(watermarkTile('"</text><script>alert(1)</script>")'));
  expect(svg).not.toContain('<script');
  expect(svg).toContain('&lt;script&gt;');
});

it('a long name has room', () => {
  const width = (text: string) => Number(/width="(\d+)"/.exec(svgOf(watermarkTile(text)))?.[1]);
  expect(width('很'.repeat(40))).toBeGreaterThan(width('很'));
});
