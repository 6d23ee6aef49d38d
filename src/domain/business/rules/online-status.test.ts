import { expect, it } from 'vitest';
import { onlineStatuses, onlineStatusLabelOf, onlineStatusOf, onlineStatusWord } from './online-status.ts';

it('reads every word of the wire, two of which may mean one state', () => {
  const labels = Object.fromEntries(
    ['SUCCESS', 'SUCCESSED', 'WAIT', 'FELLIN', 'FAIL', 'FAILED', 'ING', 'UPLOAD', 'CANCEL'].map((word) => [
      word,
      onlineStatusLabelOf(word),
    ]),
  );
  expect(labels).toEqual({
    SUCCESS: '取证成功',
    SUCCESSED: '取证成功',
    WAIT: '排队中',
    FELLIN: '排队中',
    FAIL: '取证失败',
    FAILED: '取证失败',
    ING: '取证中',
    UPLOAD: '上传中',
    CANCEL: '取证取消',
  });
  expect(onlineStatusOf('success')).toBeUndefined();
  expect(onlineStatusLabelOf('?')).toBe('');
});

it('calls each state as its list does', () => {
  expect(onlineStatusWord('succeeded', 'web')).toBe('SUCCESSED');
  expect(onlineStatusWord('succeeded', 'recording')).toBe('SUCCESS');
  for (const status of onlineStatuses)
    for (const of of ['web', 'recording'] as const) expect(onlineStatusOf(onlineStatusWord(status, of))).toBe(status);
});
