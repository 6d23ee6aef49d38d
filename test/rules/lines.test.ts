import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const most = 140;

/** Folders whose long lines are data: the bytes of the demo's web pages, in which a line break would be an additional byte. */
const dataFolders = ['src/demo/web/pages/'];

/** The characters that the formatter counts as two columns: East Asian characters and full-width punctuation. */
const wide = /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/gu;

function columnsOf(line: string): number {
  return [...line].length + (line.match(wide)?.length ?? 0);
}

/** A line of data without a blank, such as a published vector, which cannot be broken. */
function isData(line: string): boolean {
  return /^['"`]?\S{60,}$/.test(line.trim());
}

/** Paths below the root of the project. */
const sources = ['src', 'bench', 'scripts', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
);
const linesOf = (path: string) => readFileSync(join(root, path), 'utf8').split('\n');

it('has no line over 140 columns in a source, where the formatter cannot break it either', () => {
  const long = sources
    .filter((path) => /\.(?:tsx?|mjs|css|sql)$/.test(path) && !dataFolders.some((data) => path.startsWith(data)))
    .flatMap((path) =>
      linesOf(path).flatMap((line, at) =>
        columnsOf(line) > most && !isData(line) ? [`${path}:${at + 1}: ${columnsOf(line)} columns`] : [],
      ),
    );
  expect(long).toEqual([]);
});

it('has every file and folder of the sources that a script or a setting of a tool names', () => {
  const scripts = readdirSync(join(root, 'scripts'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.mjs'));
  const named = ['biome.json', 'package.json', ...scripts.map((path) => `scripts/${path}`)].flatMap((from) =>
    [...readFileSync(join(root, from), 'utf8').matchAll(/\bsrc(?:\/[\w.-]+)+/g)].map(([path]) => ({ from, path })),
  );
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
});
