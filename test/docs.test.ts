import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const skipped = /^(?:node_modules|dist|data|\.git)(?:\/|$)/;
const files = filesUnder('').filter((path) => !skipped.test(path));
const pages = files.filter((path) => /^(?:[A-Z]+\.md|docs\/.*\.md|bench\/.*\.md)$/.test(path));
const textOf = new Map(pages.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
const decisions = pages.filter((path) => path.startsWith('docs/decisions/')).toSorted();

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (skipped.test(path)) return [];
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

/** Lines of a page outside of code blocks, each with the page and its number. */
function proseOf(page: string): { at: string; line: string }[] {
  let isCode = false;
  return (textOf.get(page) ?? '').split('\n').flatMap((line, index) => {
    const isFence = line.trimStart().startsWith('```');
    if (isFence) isCode = !isCode;
    return isCode || isFence ? [] : [{ at: `${page}:${index + 1}`, line }];
  });
}

const prose = pages.flatMap(proseOf);
/** The texts in backticks. */
const words = prose.flatMap(({ at, line }) => [...line.matchAll(/`([^`]+)`/g)].map((match) => ({ at, word: match[1] ?? '' })));

const folders = new Set(files.flatMap((path) => dirname(path).split('/')));
const isCodePath = (word: string): boolean => /^[\w.*-]+(?:\/[\w.*-]+)*\.(?:ts|tsx|mjs|css|sql|sh|md)$/.test(word);
const isFolderPath = (word: string): boolean =>
  /^[\w.*-]+(?:\/[\w.*-]+)*\/?$/.test(word) && word.includes('/') && folders.has(word.split('/')[0] ?? '');

/** The files that a path on a page refers to; the path may omit `src/server/` and the like at its start and `.ts` at its end. */
function meant(word: string): string[] {
  const bare = word.replace(/\/$/, '');
  const pattern = bare.replace(/[.*+?^${}()|[\]\\]/g, (sign) => (sign === '*' ? '[^/]*' : `\\${sign}`));
  const expression = new RegExp(`(?:^|/)${pattern}(?:\\.tsx?)?(?:/|$)`);
  return files.filter((path) => expression.test(path));
}

it('names only files and folders that are there', () => {
  const paths = words.filter(({ word }) => isCodePath(word) || isFolderPath(word));
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.filter(({ word }) => meant(word).length === 0)).toEqual([]);
});

it('names only functions that the file declares', () => {
  const steps = words.flatMap(({ at, word }) => {
    const [, path, name] = /^([\w./-]+\.(?:tsx?|mjs)):(\w+)$/.exec(word) ?? [];
    return path !== undefined && name !== undefined ? [{ at, path, name }] : [];
  });
  expect(steps.length).toBeGreaterThan(30);
  const declares = (path: string, name: string): boolean => {
    const declaration = new RegExp(`\\b(?:function\\*?|const|class)\\s+${name}\\b|^\\s+(?:async )?${name}\\(`, 'm');
    return meant(path).some((file) => declaration.test(readFileSync(join(root, file), 'utf8')));
  };
  expect(steps.filter(({ path, name }) => !declares(path, name))).toEqual([]);
});

it('links only to pages and headings that are there', () => {
  const slugOf = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
  const wrong = prose.flatMap(({ at, line }) =>
    [...line.matchAll(/\]\(([^)]+)\)/g)].flatMap((match) => {
      const target = match[1] ?? '';
      if (/^[a-z]+:/.test(target)) return [];
      const [path = '', anchor] = target.split('#');
      const page = at.slice(0, at.lastIndexOf(':'));
      const file = path === '' ? page : normalize(join(dirname(page), path));
      const isThere = files.includes(file) || files.some((one) => one.startsWith(`${file}/`));
      const headings = proseOf(file).flatMap((one) => (/^#+ /.test(one.line) ? [slugOf(one.line.replace(/^#+ /, ''))] : []));
      return isThere && (anchor === undefined || headings.includes(anchor)) ? [] : [`${at}: ${target}`];
    }),
  );
  expect(wrong).toEqual([]);
});

it('keeps lines within 140 columns, but for tables', () => {
  expect(prose.filter(({ line }) => line.length > 140 && !line.startsWith('|')).map(({ at }) => at)).toEqual([]);
});

it('numbers decisions without gaps; each has four parts, and the architecture lists it', () => {
  expect(decisions.map((path) => Number(basename(path).slice(0, 4)))).toEqual(decisions.map((_, index) => index + 1));
  const list = textOf.get('docs/ARCHITECTURE.md') ?? '';
  const parts = (text: string) => [...text.matchAll(/^## (.+)$/gm)].map((match) => match[1]).join(', ');
  const wrong = decisions.filter((path) => {
    const text = textOf.get(path) ?? '';
    const isWhole = parts(text) === 'Context, Options, Decision, Consequences';
    return !isWhole || !list.includes(`(decisions/${basename(path)})`);
  });
  expect(wrong).toEqual([]);
});

it('has a line for every folder', () => {
  const named = new Set(words.filter(({ at }) => at.startsWith('docs/ARCHITECTURE.md:')).map(({ word }) => word));
  const wanted = new Set(
    files.flatMap((path) => /^src\/((?:server\/custody|domain|contract|server|demo|cli|console)\/[\w-]+)\//.exec(path)?.[1] ?? []),
  );
  wanted.delete('server/custody');
  expect([...wanted].filter((folder) => !named.has(folder))).toEqual([]);
});

it('finds the decision that a source names', () => {
  const known = new Set(decisions.map((path) => basename(path).slice(0, 4)));
  const sources = files.filter((path) => /^(?:src|test|bench|scripts)\/.*\.(?:ts|tsx|mjs|sql)$/.test(path));
  const wrong = sources.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/decisions?[ /](\d{4})/g)]
      .filter((match) => !known.has(match[1] ?? ''))
      .map((match) => `${path}: ${match[1] ?? ''}`),
  );
  expect(wrong).toEqual([]);
});

it('finds the tables and screens of the glossary', () => {
  const textsOf = (pattern: RegExp) => files.filter((path) => pattern.test(path)).map((path) => readFileSync(join(root, path), 'utf8'));
  const schema = textsOf(/^src\/server\/db\/migrations\/.*\.sql$/).join('\n');
  const console = textsOf(/^src\/(?:console|domain\/access)\/.*\.tsx?$/).join('\n');
  const rows = (textOf.get('docs/glossary.md') ?? '').split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const named = (column: number, pattern: RegExp) =>
    rows
      .filter((cells) => cells.length === 6)
      .flatMap((cells) => [...(cells[column] ?? '').matchAll(pattern)].map((match) => match[1] ?? ''));
  const tables = named(3, /(?<!columns? )`([a-z_]+)`/g);
  const screens = named(4, /`(\/[\w/:]+)`/g);
  expect(tables.length).toBeGreaterThan(30);
  expect(screens.length).toBeGreaterThan(20);
  expect(tables.filter((table) => !new RegExp(`create (?:unlogged )?table (?:if not exists )?${table}\\b`, 'i').test(schema))).toEqual([]);
  const tail = (path: string) => path.replace(/^\/[a-z]+(?=\/)/, '');
  expect(screens.filter((path) => !console.includes(`'${path}'`) && !console.includes(`'${tail(path)}'`))).toEqual([]);
});
