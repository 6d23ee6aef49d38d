import { expect, it } from 'vitest';
import { recordingId } from './put.ts';

const recording = { user_id: '7', type: 'move', path: '/films/a.mp4', begin_at: '2026-01-02 03:04:05' } as const;

it('gives the same recording the same id', () => {
  expect(recordingId(recording)).toBe('notary-put-7-move-a.mp4-2026-01-02 03:04:05');
});

it('gives two recordings two ids, however long the name of their file is', () => {
  const long = { ...recording, path: `/films/${'a'.repeat(251)}.mp4` };
  const ids = [recordingId(long), recordingId({ ...long, begin_at: '2026-01-02 03:04:06' })];
  expect(new Set(ids).size).toBe(2);
  expect(ids.map(({ length }) => length <= 255)).toEqual([true, true]);
});
