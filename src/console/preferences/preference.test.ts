import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { preference } from './preference.ts';

const items = new Map<string, string>();
const windows = new EventTarget();
beforeEach(() => {
  items.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  });
  vi.stubGlobal('addEventListener', windows.addEventListener.bind(windows));
  vi.stubGlobal('removeEventListener', windows.removeEventListener.bind(windows));
});
afterEach(() => vi.unstubAllGlobals());

it('holds its first value until another is chosen, and says when that happens', () => {
  const size = preference('size', ['small', 'large']);
  const told = vi.fn<() => void>();
  const stop = size.subscribe(told);
  expect(size.current()).toBe('small');
  size.choose('large');
  expect([size.current(), items.get('size'), told.mock.calls.length]).toEqual(['large', 'large', 1]);
  stop();
  size.choose('small');
  expect(told).toHaveBeenCalledTimes(1);
});

it('what is stored and unknown counts as nothing', () => {
  items.set('size', 'huge');
  expect(preference('size', ['small', 'large']).current()).toBe('small');
});

it('follows another tab', () => {
  const told = vi.fn<() => void>();
  const stop = preference('size', ['small', 'large']).subscribe(told);
  windows.dispatchEvent(Object.assign(new Event('storage'), { key: 'other' }));
  windows.dispatchEvent(Object.assign(new Event('storage'), { key: 'size' }));
  windows.dispatchEvent(Object.assign(new Event('storage'), { key: null }));
  expect(told).toHaveBeenCalledTimes(2);
  stop();
});

it('holds for the page where the browser lets nothing be stored', () => {
  const refuse = () => {
    throw new Error('denied');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  const size = preference('size', ['small', 'large']);
  expect(size.current()).toBe('small');
  size.choose('large');
  expect(size.current()).toBe('large');
});
