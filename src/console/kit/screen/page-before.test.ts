import { beforeEach, expect, it, vi } from 'vitest';
import { keepPageBefore, pageBefore, watchLinks } from './page-before.ts';

/** A fake of the browser's storage. */
function storage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

class Anchor {
  readonly origin: string;
  readonly pathname: string;

  constructor(
    href: string,
    readonly target = '',
  ) {
    ({ origin: this.origin, pathname: this.pathname } = new URL(href, 'https://console.example'));
  }

  closest(): Anchor {
    return this;
  }
}

let listeners: Map<string, (event: object) => void>;

/** Opens a tab at this path. The tabs of a browser share one `localStorage`. */
function openTab(path: string): void {
  listeners = new Map();
  vi.stubGlobal('sessionStorage', storage());
  vi.stubGlobal('location', { origin: 'https://console.example', pathname: path });
  vi.stubGlobal('addEventListener', (kind: string, listener: (event: object) => void) => listeners.set(kind, listener));
  vi.stubGlobal('removeEventListener', (kind: string) => listeners.delete(kind));
}

const press = (kind: string, target: Anchor, keys: object = {}) => listeners.get(kind)?.({ type: kind, target, ...keys });

beforeEach(() => {
  vi.stubGlobal('Element', Anchor);
  vi.stubGlobal('localStorage', storage());
  openTab('/evidence/certificate');
  return () => vi.unstubAllGlobals();
});

it('a link that opens a tab tells it where it stands, once; the tab keeps it', () => {
  const end = watchLinks();
  press('click', new Anchor('/certificate/AB/1?isDownload=1', '_blank'));
  openTab('/certificate/AB/1');
  expect(pageBefore('/certificate/AB/1')).toBe('/evidence/certificate');
  expect(pageBefore('/certificate/AB/1')).toBe('/evidence/certificate');
  openTab('/certificate/AB/1');
  expect(pageBefore('/certificate/AB/1')).toBeUndefined();
  end();
});

it.each([
  ['auxclick', {}],
  ['contextmenu', {}],
  ['click', { ctrlKey: true }],
  ['click', { metaKey: true }],
  ['click', { shiftKey: true }],
])('a link that is opened in a tab by %s %o tells it too', (kind, keys) => {
  watchLinks();
  press(kind, new Anchor('/user/Detail/17'), keys);
  openTab('/user/Detail/17');
  expect(pageBefore('/user/Detail/17')).toBe('/evidence/certificate');
});

it('an address that was typed was reached from no page, whatever this browser has opened before', () => {
  const end = watchLinks();
  press('click', new Anchor('/money/invoice/invoiceDetail?id=1'));
  press('click', new Anchor('https://elsewhere.example/user/Detail/17', '_blank'));
  keepPageBefore('/money/invoice/invoiceDetail', '/money/invoice?status=1');
  expect(pageBefore('/user/Detail/17')).toBeUndefined();
  expect(pageBefore('/money/invoice/invoiceDetail')).toBe('/money/invoice');
  keepPageBefore('/money/invoice/invoiceDetail', undefined);
  expect(pageBefore('/money/invoice/invoiceDetail')).toBeUndefined();
  end();
  expect(listeners.size).toBe(0);
});

it('many links that are opened one after the other each tell their own tab; a browser keeps the latest 20', () => {
  watchLinks();
  for (let at = 1; at <= 21; at += 1) press('auxclick', new Anchor(`/user/Detail/${at}`));
  expect([1, 2, 20, 21].map((at) => pageBefore(`/user/Detail/${at}`))).toEqual([undefined, ...Array(3).fill('/evidence/certificate')]);
});
