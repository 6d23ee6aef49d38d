import { expect, it } from 'vitest';
import { formatIndex, parseIndex, searchableUrl, type IndexEntry } from './cdxj.ts';

const entry = (url: string, more: Partial<IndexEntry> = {}): IndexEntry => ({
  url,
  method: 'GET',
  at: new Date('2026-01-02T03:04:05.678Z'),
  status: 200,
  mime: 'text/html',
  digest: `sha256:${'a'.repeat(64)}`,
  recordDigest: `sha256:${'b'.repeat(64)}`,
  offset: 10,
  length: 20,
  ...more,
});

// CDXJ 0.1.0, Searchable URL.
it.each([
  ['https://www.example.org/index.html', 'org,example,www)/index.html'],
  ['http://Example.org:8080/A?B=C', 'org,example:8080)/a?b=c'],
  ['http://[::1]/', '[::1])/'],
])('turns %s round for sorting', (url, key) => {
  expect(searchableUrl(url)).toBe(key);
});

it('writes a line a response, sorted by its bytes, and reads them back', () => {
  const text = formatIndex([entry('https://b.org/'), entry('https://a.org/x y', { method: 'POST', offset: 30 })], 'data.warc.gz');
  expect(text.split('\n').map((line) => line.split(' ', 2).join(' '))).toEqual([
    'org,a)/x%20y 20260102030405',
    'org,b)/ 20260102030405',
    '',
  ]);
  expect(JSON.parse(text.slice(text.indexOf('{'), text.indexOf('\n')))).toMatchObject({
    method: 'POST',
    filename: 'data.warc.gz',
    status: 200,
  });
  expect(parseIndex(text, 'data.warc.gz')).toMatchObject([
    { offset: 30 },
    { offset: 10, length: 20, recordDigest: `sha256:${'b'.repeat(64)}` },
  ]);
});

const whole = formatIndex([entry('https://a.org/'), entry('https://b.org/')], 'data.warc.gz');
it.each<[string, string]>([
  ['its lines in another order', whole.trimEnd().split('\n').toReversed().join('\n') + '\n'],
  ['half a line', whole.slice(0, -5)],
  ['another file', whole.replace('data.warc.gz', 'other.warc.gz')],
  ['a key of another address', whole.replace('org,a)/', 'org,a)/b')],
  ['no number', whole.replace('"offset":10', '"offset":-1')],
  ['no hash', whole.replaceAll('b'.repeat(64), 'b')],
  ['no JSON', whole.replace('{', '{{')],
])('does not read %s', (_, text) => {
  expect(parseIndex(text, 'data.warc.gz')).toBeNull();
});
