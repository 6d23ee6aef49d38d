import { expect, it } from 'vitest';
import { nextZoom, type Zoom } from './zoom.ts';

it('goes through all sizes and stays at either end', () => {
  let zoom: Zoom = 1;
  const seen: Zoom[] = [zoom];
  for (let at = 0; at < 6; at += 1) seen.push((zoom = nextZoom(zoom, 1)));
  expect(seen).toEqual([1, 1.5, 2, 3, 4, 4, 4]);
  expect(nextZoom(1, -1)).toBe(1);
});
