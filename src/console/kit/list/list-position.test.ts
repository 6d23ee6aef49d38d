import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storeListPosition, listAddress, lastOpenedRow } from './list-position.ts';

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('a list is found again with its filters, its page and the row that was opened', () => {
  storeListPosition('/money/invoice', 'status=1&page=3', '42');
  expect(listAddress('/money/invoice')).toBe('/money/invoice?status=1&page=3');
  expect(lastOpenedRow('/money/invoice', 'status=1&page=3')).toBe('42');
});

it('under other filters no row is the one that was opened', () => {
  storeListPosition('/money/invoice', 'status=1', '42');
  expect(lastOpenedRow('/money/invoice', 'status=2')).toBe('');
});

it('a list that was not opened in this tab has its bare address', () => {
  expect(listAddress('/authority/role')).toBe('/authority/role');
  expect(lastOpenedRow('/authority/role', '')).toBe('');
});
