import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHeardUnread } from './heard-unread.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('stays known while one stream follows another, and is forgotten when none does', () => {
  const heard = createHeardUnread();
  const told: unknown[] = [];
  heard.subscribe(() => told.push(heard.current()));
  const state = { unread: 2, newest: '7' };
  const end = heard.tell();
  heard.hear(state);
  heard.hear({ ...state });
  expect(told).toEqual([state]);

  end();
  vi.advanceTimersByTime(1_000);
  const endNext = heard.tell();
  heard.hear({ ...state });
  vi.advanceTimersByTime(10_000);
  expect(heard.current()).toEqual(state);

  endNext();
  vi.advanceTimersByTime(10_000);
  expect(told).toEqual([state, undefined]);
});

it('is forgotten at once where the operator leaves', () => {
  const heard = createHeardUnread();
  heard.tell();
  heard.hear({ unread: 1, newest: '1' });
  heard.forget();
  expect(heard.current()).toBeUndefined();
});
