import { expect, it } from 'vitest';
import { batchObstacle, readOffer } from './batch-offer.ts';

it('an answer with zips is an offer, with what is missing', () => {
  expect(readOffer({ list: ['/files/a'], missing: ['N1'] })).toEqual({ zips: ['/files/a'], missing: ['N1'] });
  expect(readOffer({ list: ['/files/a', '/files/b'] })).toEqual({ zips: ['/files/a', '/files/b'], missing: [] });
});

it.each([{ list: [] }, {}])('an answer without files says 无下载文件', (reply) => {
  expect(() => readOffer(reply)).toThrow('无下载文件');
});

it.each([
  ['SUCCESS', 1, ''],
  ['SUCCESSED', 1, ''],
  ['SUCCESS', 0, '证据缺失不可下载'],
  ['SUCCESSED', 2, '证据上传中请稍后下载'],
  ['ING', 0, '未取证成功，没有可下载的文件'],
  ['FAILED', 1, '未取证成功，没有可下载的文件'],
])('a row of %s with isDownload %d may be chosen unless: %s', (status, isDownload, obstacle) => {
  expect(batchObstacle({ status, isDownload })).toBe(obstacle);
});
