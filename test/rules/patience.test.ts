import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Milliseconds, from vitest.config.ts. */
const ofTheSuite = 1_200_000;

it('leaves every test and hook the patience of the suite: a busy machine is no defect', () => {
  const files = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path}`)
      .filter((path) => /\.(?:test|e2e)\.ts$/.test(path)),
  );
  const hasty = files.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/^ {0,4}\},\s+([\d_]{4,}),?\s*\);$/gm)]
      .filter(([, own]) => Number(own?.replaceAll('_', '')) < ofTheSuite)
      .map(([line]) => `${path}: ${line.trim()}`),
  );
  expect(hasty).toEqual([]);
});
