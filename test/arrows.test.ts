import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => join('src', path))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));
const imports = files.flatMap((from) => {
  const source = readFileSync(join(root, from), 'utf8');
  const targets = [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) => match[1] ?? '');
  return targets.map((target) => ({ from, to: relative(root, join(root, dirname(from), target)) }));
});

/** What each floor may rest on. */
const floors: Record<string, readonly string[]> = {
  domain: ['domain'],
  contract: ['domain', 'contract'],
  server: ['domain', 'contract', 'server'],
  console: ['domain', 'contract', 'console'],
  cli: ['domain', 'contract', 'server', 'cli'],
};
const floorOf = (path: string) => path.split('/')[1] ?? '';

it('runs every import down: domain ← contract ← { server | console }', () => {
  const wrong = imports.filter(({ from, to }) => !(floors[floorOf(from)] ?? []).includes(floorOf(to)));
  expect(wrong).toEqual([]);
});

/** Rooms of the server that every feature may use; the rest are features. */
const serverRooms = ['http', 'db', 'storage', 'custody', 'points', 'trail', 'session', 'media', 'export', 'sharing', 'recordings', 'jobs', 'demo'];
const consoleRooms = ['app', 'kit'];
const roomOf = (path: string) => (path.split('/').length > 3 ? (path.split('/')[2] ?? '') : '');

it('lets no feature import another', () => {
  const wrong = imports.filter(({ from, to }) => {
    const rooms = floorOf(from) === 'server' ? serverRooms : consoleRooms;
    if (floorOf(from) !== floorOf(to) || !['server', 'console'].includes(floorOf(from))) return false;
    const [here, there] = [roomOf(from), roomOf(to)];
    return here !== there && here !== '' && !rooms.includes(here) && there !== '' && !rooms.includes(there);
  });
  expect(wrong).toEqual([]);
});

it('lets the shared rooms of the server rest on no feature', () => {
  const wrong = imports.filter(({ from, to }) => {
    const here = roomOf(from);
    return floorOf(from) === 'server' && floorOf(to) === 'server' && ['http', 'db', 'storage', 'trail', 'media', 'export', 'points', 'custody', 'sharing', 'recordings'].includes(here) && !serverRooms.includes(roomOf(to)) && roomOf(to) !== '';
  });
  expect(wrong).toEqual([]);
});

it('keeps the domain pure: it imports nothing of Node, and of packages only those that run in a browser alike', () => {
  const wrong = files
    .filter((path) => floorOf(path) === 'domain')
    .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^.'][^']*)'/g)].map((match) => `${path}: ${match[1] ?? ''}`))
    .filter((found) => !/: @noble\/(?:hashes|curves)\//.test(found));
  expect(wrong).toEqual([]);
});
