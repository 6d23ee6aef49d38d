import { expect, it } from 'vitest';
import { readOffer } from './batch-offer.ts';

it('an answer with zips is an offer, with what is missing', () => {
  expect(readOffer({ list: ['/files/a'], missing: ['N1'] })).toEqual({ zips: ['/files/a'], missing: ['N1'] });
  expect(readOffer({ list: ['/files/a', '/files/b'] })).toEqual({ zips: ['/files/a', '/files/b'], missing: [] });
});

it.each([{ list: [] }, {}])('an answer without files says 无下载文件', (reply) => {
  expect(() => readOffer(reply)).toThrow('无下载文件');
});
