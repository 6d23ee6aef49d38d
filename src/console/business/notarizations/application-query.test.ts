import { expect, it } from 'vitest';
import { askAgainMs, isInTheMaking } from './application-query.ts';

const pdf = { name: '公证书.pdf', url: '/files/x', download_url: '/files/y' };

it.each([
  ['what has not passed', { document_no: '', pdfs: [] }, false],
  ['a document that has its number alone', { document_no: '（2026）存公证字第1号', pdfs: [] }, true],
  ['a document that was issued', { document_no: '（2026）存公证字第1号', pdfs: [pdf] }, false],
])('of %s it is known whether it is being made', (_name, detail, expected) => {
  expect(isInTheMaking(detail)).toBe(expected);
});

it('polls ever more slowly for a document that is being made, and otherwise before the links expire', () => {
  const making = { document_no: '（2026）存公证字第1号', pdfs: [] };
  expect([1, 2, 3, 9, 500].map((asked) => askAgainMs(making, asked))).toEqual([2_000, 4_000, 8_000, 15_000, 15_000]);
  expect(askAgainMs({ document_no: '', pdfs: [] }, 1)).toBeLessThan(15 * 60_000);
});
