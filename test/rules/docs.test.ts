import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const skipped = /^(?:node_modules|dist|data|\.git)(?:\/|$)/;
const files = filesUnder('').filter((path) => !skipped.test(path));
const pages = files.filter((path) => /^(?:[A-Z][\w.-]*\.md|docs\/.*\.md|bench\/.*\.md)$/.test(path));
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
    files.flatMap((path) => /^src\/((?:(?:server|console|domain)\/[\w-]+|contract|demo|cli)\/[\w-]+)\//.exec(path)?.[1] ?? []),
  );
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

/** The citable numbers and names of a page of the specification: headings, rules below them, rows of a table. */
function citable(page: string): { numbers: Set<string>; names: Set<string> } {
  const numbers = new Set<string>();
  const names = new Set<string>();
  let heading = '';
  for (const { line } of proseOf(page)) {
    const [, number, title] = /^#{2,} (?:(\d+(?:\.\d+)*)\.? )?(.+)$/.exec(line) ?? [];
    if (number !== undefined) numbers.add((heading = number));
    if (title !== undefined) names.add(title);
    const rule = /^(\d+)\. /.exec(line)?.[1];
    if (rule !== undefined) numbers.add(heading === '' ? rule : `${heading}.${rule}`);
    const row = /^\|\s*(\d+)\s*\|/.exec(line)?.[1];
    if (row !== undefined) numbers.add(row);
    for (const bold of line.matchAll(/\*\*([^*]+)\*\*/g)) names.add(bold[1] ?? '');
  }
  return { numbers, names };
}

/** Citations of the specification in a text: `spec/wire, 5`, `spec/wire, 4 to 6`, `spec/wire, 6, *Masking*`. */
const citation = /\bspec\/([a-z][a-z-]*)(?!\.md|[\w/-])(?:,? (\d+(?:\.\d+)*(?:(?: and | to )\d+(?:\.\d+)*)*)(?:, \*([^*]+)\*)?)?/g;
/** What was written before there was one form, and what is easily written instead of it. */
const pageNames = '(?:wire|console|screens|intake|integration|capture|custody|court|security|desk|operations|act)';
const otherForm = new RegExp(
  [
    String.raw`\bseeds? [12]\b(?=,? (?:section|§))`,
    String.raw`\b(?<!spec/)${pageNames},? (?:sections?|§+) ?\d`,
    String.raw`(?<=\()(?!(?:act|capture|console)\b)${pageNames}, (?:\d|\*)`,
    String.raw`\barchitecture, \*`,
  ].join('|'),
  'gi',
);

/** A comment's text as one line, so that a citation may be broken over two. */
const asOneLine = (text: string) => text.replace(/[ ]*\n[ ]*(?:\*|\/\/|--|#)?[ ]*/g, ' ');

function citationFaults(text: string): string[] {
  const line = asOneLine(text);
  const dangling = [...line.matchAll(citation)].flatMap(([whole, page = '', list, name]) => {
    const path = `docs/spec/${page}.md`;
    if (!textOf.has(path)) return [`${whole}: no such page`];
    if (list === undefined) return [`${whole}: no number`];
    const { numbers, names } = citable(path);
    const isThere = list.split(/ and | to /).every((number) => numbers.has(number)) && (name === undefined || names.has(name));
    return isThere ? [] : [whole];
  });
  return [...dangling, ...[...line.matchAll(otherForm)].map(([whole]) => `${whole}: not in the form of docs/spec/README.md`)];
}

it('finds the rule of the specification that a comment, a test or a page cites', () => {
  const citing = files.filter(
    (path) =>
      /^(?:(?:src|test|bench|scripts)\/.*\.(?:ts|tsx|mjs|sql|patch|md)|docs\/.*\.md|[A-Z][\w.-]*\.md)$/.test(path) &&
      !path.startsWith('docs/spec/') &&
      path !== 'test/rules/docs.test.ts',
  );
  const texts = citing.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  expect(texts.flatMap(({ text }) => [...asOneLine(text).matchAll(citation)]).length).toBeGreaterThan(150);
  expect(texts.flatMap(({ path, text }) => citationFaults(text).map((fault) => `${path}: ${fault}`))).toEqual([]);
});

it.each([
  ['spec/wire, 5', 0],
  ['spec/wire, 1 and 2; spec/wire, 4 to 6', 0],
  ['spec/console, 8.2', 0],
  ['spec/console, 9.16', 0],
  ['spec/custody, 7', 0],
  ['spec/security, 30 and 31', 0],
  ['spec/wire, 6, *Masking*', 0],
  ['(spec/wire,\n * 5)', 0],
  ['(spec/wire, 1 and\n * 2)', 0],
  ['spec/wire, 7', 1],
  ['spec/wire, 1 and 9', 1],
  ['(spec/wire,\n * 9)', 1],
  ['spec/console, 9.17', 1],
  ['spec/console, 2.18', 1],
  ['spec/custody, 8', 1],
  ['spec/security, 46', 1],
  ['spec/wire, 6, *Masks*', 1],
  ['spec/wires, 5', 1],
  ['spec/wire says so', 1],
  ['wire, section 5', 1],
  ['(wire,\n * sections 1 and 2)', 1],
  ['seed 2, section 4', 1],
  ['(security, 31)', 1],
  ['(intake, *Signature*)', 1],
  ['(architecture, *Custody*, 4)', 1],
  ['Court, section 1', 1],
  ['the wire format, section by section', 0],
  ['the court, 3 witnesses', 0],
  ['this.resume(act, 0)', 0],
  ['npm run simulate -- --seed 2', 0],
  ['see docs/spec/wire.md', 0],
])('judges the citation %j: %i faults', (text, faults) => {
  expect(citationFaults(text)).toHaveLength(faults);
});

it('finds the tables and screens of the glossary', () => {
  const textsOf = (pattern: RegExp) => files.filter((path) => pattern.test(path)).map((path) => readFileSync(join(root, path), 'utf8'));
  const schema = textsOf(/^src\/server\/platform\/db\/migrations\/.*\.sql$/).join('\n');
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

it('has the same headings, commands and links in both languages of the README', () => {
  const outline = (page: string) => {
    const text = textOf.get(page) ?? '';
    return {
      headings: proseOf(page).flatMap(({ line }) => /^#+(?= )/.exec(line)?.[0] ?? []),
      blocks: [...text.matchAll(/^```[^\n]*\n([\s\S]*?)^```$/gm)].map((match) => match[1]),
      commands: [...text.matchAll(/`((?:npm|node|npx) [^`]+|\/[^`]+|[A-Z_]{5,}[^`]*|(?:GET|POST) [^`]+)`/g)]
        .map((match) => match[1])
        .toSorted(),
      links: [...text.matchAll(/\]\(([^)#]+)/g)].flatMap((match) => (match[1]?.startsWith('README') ? [] : [match[1]])).toSorted(),
      rows: proseOf(page).filter(({ line }) => line.startsWith('|')).length,
    };
  };
  const english = outline('README.md');
  expect(english.headings.length).toBeGreaterThan(8);
  expect(english.commands.length).toBeGreaterThan(10);
  expect(outline('README.zh-CN.md')).toEqual(english);
});
