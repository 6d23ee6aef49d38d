import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

/**
 * The doors, from the foundation up. A file imports from its own door, or from one that is earlier in this list. A file belongs to the
 * longest entry above it. The order of the rooms inside a door follows from the imports: they form no circle.
 */
const doors = `
domain/kit domain/business domain/proof
contract contract/open contract/console
server/platform server/desk server/access server/custody server/open server/publishing server/business server/overview server
demo witness cli client
console/kit console/access console/business console/office console/public console/app console
start
`
  .trim()
  .split(/\s+/);

interface Arrow {
  readonly from: string;
  readonly to: string;
}

const root = join(import.meta.dirname, '../..');
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
);
const sources = new Map(files.map((path) => [path, readFileSync(join(root, 'src', path), 'utf8')]));
const imports: Arrow[] = [...sources].flatMap(([from, source]) => {
  const targets = [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) => match[1] ?? '');
  return targets.map((target) => ({ from, to: relative(root, join(root, dirname(from), target)) }));
});

/** The position of a file's door; -1 if none is above it. */
function doorOf(path: string): number {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const place = doors.indexOf(folder);
    if (place >= 0) return place;
  }
  return -1;
}

/**
 * Where two files part: the folder that both lie in, and its two entries that lead to them. `a/b/c.ts` and `a/d.ts` part in `a`, at `b`
 * and `d.ts`.
 */
function parting({ from, to }: Arrow): { readonly folder: string; readonly arrow: Arrow } {
  const [first, second] = [from.split('/'), to.split('/')];
  const depth = first.findIndex((name, index) => name !== second[index]);
  return { folder: first.slice(0, depth).join('/'), arrow: { from: first[depth] ?? '', to: second[depth] ?? '' } };
}

/** Each circle as its path, once for every arrow that closes it. */
function circlesOf(arrows: readonly Arrow[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of arrows) next.set(from, (next.get(from) ?? new Set()).add(to));
  const done = new Set<string>();
  const circles: string[][] = [];
  const walk = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path]);
    if (done.has(path) || way.includes(path)) return;
    for (const target of next.get(path) ?? []) walk(target, [...way, path]);
    done.add(path);
  };
  for (const path of next.keys()) walk(path, []);
  return circles;
}

it('gives every file a door', () => {
  expect(files.filter((path) => doorOf(path) < 0)).toEqual([]);
});

it('runs every import down the doors', () => {
  expect(imports.filter(({ from, to }) => doorOf(to) > doorOf(from))).toEqual([]);
});

it('keeps server and console apart', () => {
  const floorOf = (path: string) => path.split('/')[0];
  const wrong = imports.filter(
    ({ from, to }) =>
      (floorOf(from) === 'console' && !['domain', 'contract', 'console'].includes(floorOf(to) ?? '')) ||
      (floorOf(from) === 'server' && floorOf(to) === 'console'),
  );
  expect(wrong).toEqual([]);
});

it('has no circle of files', () => {
  expect(circlesOf(imports)).toEqual([]);
});

it('has no circle in a folder: of its files and its subfolders, each with all that lies in it', () => {
  const within = new Map<string, Arrow[]>();
  for (const { folder, arrow } of imports.map(parting)) within.set(folder, [...(within.get(folder) ?? []), arrow]);
  const circles = [...within].flatMap(([folder, arrows]) => circlesOf(arrows).map((circle) => ({ folder, circle })));
  expect(circles).toEqual([]);
});

it('lets the simulator’s model know nothing of the servers, and its folders only of earlier ones', () => {
  const simulator = ['model', 'commands', 'environment', 'play', 'end', ''];
  const folder = join(root, 'test/simulate');
  const sourcesThere = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const arrows = sourcesThere.flatMap((from) =>
    [...readFileSync(join(folder, from), 'utf8').matchAll(/from '(\.[^']+)'/g)].map((match) => ({
      from,
      to: join(dirname(from), match[1] ?? ''),
    })),
  );
  const placeIn = (path: string): number => simulator.indexOf(path.includes('/') ? (path.split('/')[0] ?? '') : '');
  expect(arrows.filter(({ from, to }) => !to.startsWith('..') && placeIn(to) > placeIn(from))).toEqual([]);
  expect(arrows.filter(({ from, to }) => to.startsWith('..') && placeIn(from) <= 1)).toEqual([]);
});

it('keeps the domain pure: it imports nothing of Node, and of packages only those that run in a browser alike', () => {
  const wrong = files
    .filter((path) => path.startsWith('domain/'))
    .flatMap((path) =>
      [...(sources.get(path) ?? '').matchAll(/(?:from|import)\s*\(?\s*'([^.'][^']*)'/g)].map((match) => `${path}: ${match[1] ?? ''}`),
    )
    .filter((found) => !/: (?:@noble\/(?:hashes|curves|post-quantum)\/|asn1js$|pkijs$)/.test(found));
  expect(wrong).toEqual([]);
});
