import { expect, it } from 'vitest';
import { captureStatuses, captureStatusWord, isSettled, mayBecome, shownStatus } from './capture.ts';
import { onlineStatusOf } from './online-status.ts';

it('has a word of the wire for every state, which the list reads as the state it shows', () => {
  expect(captureStatuses.map(captureStatusWord)).toEqual(['WAIT', 'FELLIN', 'ING', 'UPLOAD', 'SUCCESSED', 'FAILED', 'CANCEL']);
  for (const status of captureStatuses) expect(onlineStatusOf(captureStatusWord(status))).toBe(shownStatus(status));
});

it('is cancelled before it begins, never after, and leaves no settled state', () => {
  expect(captureStatuses.filter((status) => mayBecome(status, 'cancelled'))).toEqual(['waiting', 'queued']);
  expect(captureStatuses.filter(isSettled)).toEqual(['succeeded', 'failed', 'cancelled']);
  expect(captureStatuses.filter((status) => mayBecome(status, 'succeeded'))).toEqual(['uploading']);
});
