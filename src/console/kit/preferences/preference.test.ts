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
  const listener = vi.fn<() => void>();
  const stop = size.subscribe(listener);
  expect(size.current()).toBe('small');
  size.choose('large');
  expect([size.current(), items.get('size'), listener.mock.calls.length]).toEqual(['large', 'large', 1]);
  stop();
  size.choose('small');
  expect(listener).toHaveBeenCalledTimes(1);
});

it('what is stored and unknown counts as nothing', () => {
  items.set('size', 'huge');
  expect(preference('size', ['small', 'large']).current()).toBe('small');
});

it('follows another tab', () => {
  const listener = vi.fn<() => void>();
  const stop = preference('size', ['small', 'large']).subscribe(listener);
  windows.dispatchEvent(Object.assign(new Event('storage'), { key: 'other' }));
  windows.dispatchEvent(Object.assign(new Event('storage'), { key: 'size' }));
  windows.dispatchEvent(Object.assign(new Event('storage'), { key: null }));
  expect(listener).toHaveBeenCalledTimes(2);
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
