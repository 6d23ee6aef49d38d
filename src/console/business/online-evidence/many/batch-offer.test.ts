import { expect, it } from 'vitest';
import { batchObstacle, readOffer } from './batch-offer.ts';

const done = (id: string) => ({ id, isDone: true, reason: '' });
const left = (id: string, reason: string) => ({ id, isDone: false, reason });

it('an answer with zips is an offer, and says of each number whether it is in one', () => {
  expect(readOffer(['N1', 'N2', 'N3'], { list: ['/files/a'], missing: ['N1'], refused: ['N3'] })).toEqual({
    zips: ['/files/a'],
    outcomes: [left('N1', '证据缺失不可下载'), done('N2'), left('N3', '证据不存在、未取证成功或无权查看')],
  });
  expect(readOffer(['N1'], { list: ['/files/a', '/files/b'] })).toEqual({ zips: ['/files/a', '/files/b'], outcomes: [done('N1')] });
});

it.each([{ list: [] }, {}])('an answer without files says 无下载文件 of each', (reply) => {
  expect(readOffer(['N1'], reply)).toEqual({ zips: [], outcomes: [left('N1', '无下载文件')] });
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
