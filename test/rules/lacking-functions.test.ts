import { expect, test } from 'vitest';
import { lackingCalls } from '../../scripts/lacking-functions.ts';

const lacking = [
  ['list.toSorted((a, b) => a - b)', '.toSorted'],
  ['[...a].toReversed()', '.toReversed'],
  ['a.toSpliced(0, 1)', '.toSpliced'],
  ['text.isWellFormed()', '.isWellFormed'],
  ['bytes.toBase64()', '.toBase64'],
  ['URL.canParse(text)', 'URL.canParse'],
  ['URL.parse(text)', 'URL.parse'],
  ['AbortSignal.any([a, b])', 'AbortSignal.any'],
  ['Object.groupBy(list, f)', 'Object.groupBy'],
  ['Promise.withResolvers()', 'Promise.withResolvers'],
  ['Array.fromAsync(list)', 'Array.fromAsync'],
  ['new Set(a).isSubsetOf(b)', '.isSubsetOf'],
  ['new DecompressionStream("gzip")', 'new DecompressionStream'],
  ['RegExp(`(?<!a)b`,`g`)', 'a lookbehind'],
  ['/(?<=a)b/', 'a lookbehind'],
  ['f+`(?<![0-9])(?:${e})`', 'a lookbehind'],
];

test.each(lacking)('%s calls %s', (code, written) => {
  expect(lackingCalls(`const x=${code};`).map((line) => line.split(' in ')[0])).toContainEqual(
    expect.stringMatching(new RegExp(`${written.replace('.', '\\.')}$`)),
  );
});

const present = [
  'list.findLast(f)',
  'list.at(-1)',
  'z.union([a, b])',
  'structuredClone(x)',
  'crypto.randomUUID()',
  'Error.captureStackTrace&&Error.captureStackTrace(this)',
  'typeof Uint8Array.from([]).toHex=="function"&&a.toHex()',
  'class A{a(){return this.toHex()}toHex(){return 1}}',
  'list.map(f).filter(g)',
  'text.replaceAll("a", "b")',
  'Object.hasOwn(a, "b")',
  'JSON.parse(text)',
  '/(?<name>a)b/',
  'typeof DecompressionStream>`u`?a():new DecompressionStream(`gzip`)',
  't.includeBoundaries?`(?:(?<=${e}))`:``',
];

test.each(present)('%s calls nothing that is lacking', (code) => {
  expect(lackingCalls(code)).toEqual([]);
});
