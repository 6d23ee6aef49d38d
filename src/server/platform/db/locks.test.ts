import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { locks } from './locks.ts';
import { migrations } from './migrate.ts';

const root = join(import.meta.dirname, '../../../..');
const sources = ['src', 'test', 'bench'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path: join(folder, path), text: readFileSync(join(root, folder, path), 'utf8') })),
);

it('gives each lock a number of its own', () => {
  const numbers = Object.values<number>(locks);
  expect(new Set(numbers).size).toBe(numbers.length);
});

it('is the one place of the sources that writes the number of a lock', () => {
  const numbers = Object.values<number>(locks).map(String);
  const written = sources
    .filter(({ path }) => path !== 'src/server/platform/db/locks.ts')
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\b\d[\d_]*\b/g)]
        .filter(([number]) => numbers.includes(number.replaceAll('_', '')))
        .map(([number]) => `${path}: ${number}`),
    );
  const literal = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/pg_(?:try_)?advisory_\w*lock\w*\(\s*\d+/g)].map(([call]) => `${path}: ${call}`),
  );
  expect([...written, ...literal]).toEqual([]);
});

it('names the locks that functions of the database take', () => {
  const taken = migrations.flatMap(({ sql }) => [...sql.matchAll(/advisory_\w*lock\w*\((\d+)/g)].map((match) => Number(match[1])));
  expect(taken.length).toBeGreaterThan(0);
  expect(new Set(taken)).toEqual(new Set([locks.listCounts, locks.events, locks.attemptPartitions]));
});
