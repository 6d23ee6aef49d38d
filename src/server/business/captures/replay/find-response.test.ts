import { expect, it } from 'vitest';
import { responseFinder } from './find-response.ts';

const entry = (url: string, offset: number, more: object = {}) => ({
  url,
  method: 'GET',
  at: new Date(0),
  status: 200,
  mime: 'text/html',
  digest: '',
  recordDigest: '',
  offset,
  length: 1,
  ...more,
});

it('gives the answers to one question in their order, and the last one from then on', () => {
  const { find } = responseFinder([entry('http://a/', 1), entry('http://a/', 2), entry('http://a/', 3, { method: 'POST' })]);
  expect([1, 2, 3].map(() => find('GET', 'http://a/#part')?.offset)).toEqual([1, 2, 2]);
  expect(find('POST', 'http://a/')?.offset).toBe(3);
  expect(find('GET', 'http://b/')).toBeNull();
});

it('takes an address that differs in a time or a random number alone, and no other', () => {
  const { find } = responseFinder([entry('http://a/x?page=2&_=1767225600123', 1), entry('http://a/y?r=0.123', 2)]);
  expect(find('GET', 'http://a/x?page=2&_=1767225600456')?.offset).toBe(1);
  expect(find('GET', 'http://a/y?r=0.98')?.offset).toBe(2);
  expect(find('GET', 'http://a/x?page=3&_=1767225600456')).toBeNull();
});

it('has the body that an answer without one refers to', () => {
  const { find } = responseFinder([entry('http://a/', 1), entry('http://a/', 2, { status: 304 })]);
  expect([1, 2].map(() => find('GET', 'http://a/')?.offset)).toEqual([1, 1]);
});
