import { expect, it } from 'vitest';
import { evidenceParts } from '../../../contract/console/evidence.ts';
import { downloadObstacle, downloads } from './downloads.ts';

it('every part that the server gives out is a download that says what it contains', () => {
  const offered = downloads('提交的原文件');
  expect(offered.map(({ part }) => part).toSorted()).toEqual([...evidenceParts].toSorted());
  expect(offered.filter(({ content }) => content === '')).toEqual([]);
  expect(offered[0]?.content).toBe('提交的原文件');
});

it('a file that is not there closes them all, with the reason that the server gives', () => {
  expect(downloadObstacle).toEqual({ stored: '', uploading: '证据上传中请稍后下载', missing: '证据缺失不可下载' });
});
