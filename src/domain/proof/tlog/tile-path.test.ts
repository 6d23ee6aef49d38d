import { expect, it } from 'vitest';
import { entriesPath, parseTilePath, tilePath } from './tile-path.ts';

// github.com/transparency-dev/tessera, api/layout/paths_test.go: TestTilePath, TestEntriesPath, TestParseTileLevelIndexPartial; the first
// is the example of C2SP tlog-tiles.
it.each([
  [{ level: 0, index: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
  [{ level: 0, index: 1_234_067, width: 89 }, 'tile/0/x001/x234/067.p/89'],
  [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
  [{ level: 0, index: 0, width: 255 }, 'tile/0/000.p/255'],
  [{ level: 1, index: 0, width: 256 }, 'tile/1/000'],
  [{ level: 15, index: 455_667, width: 256 }, 'tile/15/x455/667'],
  [{ level: 15, index: 123_456_789, width: 41 }, 'tile/15/x123/x456/789.p/41'],
  [{ level: 63, index: 999_999_999_999_999, width: 1 }, 'tile/63/x999/x999/x999/x999/999.p/1'],
])('writes tile %j as published and reads it back', (tile, path) => {
  expect(tilePath(tile)).toBe(path);
  expect(parseTilePath(path)).toEqual({ kind: 'hashes', ...tile });
});

it.each([
  [{ index: 0, width: 256 }, 'tile/entries/000'],
  [{ index: 0, width: 8 }, 'tile/entries/000.p/8'],
  [{ index: 255, width: 256 }, 'tile/entries/255'],
  [{ index: 255, width: 253 }, 'tile/entries/255.p/253'],
  [{ index: 123_456_789, width: 256 }, 'tile/entries/x123/x456/789'],
])('writes bundle %j as published and reads it back', (bundle, path) => {
  expect(entriesPath(bundle)).toBe(path);
  expect(parseTilePath(path)).toEqual({ kind: 'entries', ...bundle });
});

const badIndexes = [
  'x001/x234/067.p/',
  'x001/x234/067.p',
  'x001/x234/',
  'x001/x234',
  'x001/',
  'x001',
  'x001/.p/abc',
  '001/002',
  'x001/0002',
  'x001/-002',
  'x001/002.p/256',
  'x999/x999/x999/x999/x999/x999/999.p/255',
  'x000/001',
  'x000/x001/002',
  '1',
  '01',
  '0001',
  '',
  '000.p/0',
  '000.p/01',
  '000.p/-1',
  '000.p/999',
  '000/',
  '000\n',
  '../000',
  '%30%30%30',
  '０００',
  'x009/x007/x199/x254/x740/992',
];
it('refuses the published malformed paths, other spellings and ways out of the folder', () => {
  const paths = [
    ...badIndexes.flatMap((index) => [`tile/0/${index}`, `tile/entries/${index}`]),
    'tile/64/x001/002',
    'tile/-1/x001/002',
    'tile/abc/x001/002',
    'tile/00/000',
    'tile/08/000',
    'tile//000',
    '/tile/0/000',
    'tile/0/000/../001',
    'Tile/0/000',
  ];
  for (const path of paths) expect(parseTilePath(path), path).toBeNull();
});

it('writes no path of a tile that cannot be', () => {
  for (const tile of [
    { level: 64, index: 0, width: 1 },
    { level: -1, index: 0, width: 1 },
    { level: 0, index: -1, width: 1 },
    { level: 0, index: 0.5, width: 1 },
    { level: 0, index: 0, width: 0 },
    { level: 0, index: 0, width: 257 },
  ])
    expect(() => tilePath(tile)).toThrow(RangeError);
});
