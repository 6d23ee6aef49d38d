import { NavigationType, type Location } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { registerDraft } from '../kit/drafts/drafts.ts';
import { leaving } from '../kit/drafts/leaving.ts';
import { guardedHistory, type PlainHistory } from './guarded-history.ts';

/** A browser's history over a list of paths. As in a browser, `go` takes effect later. */
function browser(paths: string[]) {
  let at = paths.length - 1;
  let tell: Parameters<PlainHistory['listen']>[0] = () => undefined;
  const placeOf = () => ({ pathname: paths[at] ?? '', search: '', hash: '', state: null, key: String(at) }) as Location;
  const history: PlainHistory = {
    action: NavigationType.Pop,
    get location() {
      return placeOf();
    },
    createHref: String,
    go(delta) {
      queueMicrotask(() => {
        at += delta;
        tell({ action: NavigationType.Pop, location: placeOf(), delta });
      });
    },
    push(to) {
      paths.splice(at + 1, paths.length, String(to));
      at += 1;
      tell({ action: NavigationType.Push, location: placeOf(), delta: 1 });
    },
    replace(to) {
      paths[at] = String(to);
      tell({ action: NavigationType.Replace, location: placeOf(), delta: 0 });
    },
    listen(listener) {
      tell = listener;
      return () => undefined;
    },
  };
  return { history, at: () => paths[at] };
}

let shown = '';
let isConsole = true;
let release = () => undefined as void;
function opened(paths: string[]) {
  const { history, at } = browser(paths);
  const guarded = guardedHistory(history, () => isConsole);
  shown = paths.at(-1) ?? '';
  guarded.listen(({ location }) => (shown = location.pathname));
  return { guarded, at, back: async () => void (history.go(-1), await settled()) };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
});
afterEach(() => {
  release();
  isConsole = true;
  leaving.stay();
  vi.unstubAllGlobals();
});

it.each(['push', 'replace'] as const)('a %s waits for the word of whoever has something unsaved, and may be declined', async (way) => {
  const { guarded, at } = opened(['/list', '/form']);
  release = registerDraft();
  guarded[way]('/menu');
  expect([shown, at(), leaving.current() !== undefined]).toEqual(['/form', '/form', true]);
  leaving.stay();
  expect([shown, at(), leaving.current()]).toEqual(['/form', '/form', undefined]);
  guarded[way]('/menu');
  leaving.agree();
  expect([shown, at(), leaving.current()]).toEqual(['/menu', '/menu', undefined]);
});

it('Back returns to the form until it is agreed, however often it is tried', async () => {
  const { at, back } = opened(['/list', '/form']);
  release = registerDraft();
  for (const _ of [1, 2, 3]) {
    await back();
    expect([shown, at(), leaving.current() !== undefined]).toEqual(['/form', '/form', true]);
    leaving.stay();
  }
  await back();
  leaving.agree();
  await settled();
  expect([shown, at()]).toEqual(['/list', '/list']);
});

it('nothing asks once the form has let go', async () => {
  const { guarded, at, back } = opened(['/list', '/form']);
  release = registerDraft();
  release();
  guarded.push('/list');
  expect([shown, leaving.current()]).toEqual(['/list', undefined]);
  await back();
  expect([shown, at()]).toEqual(['/form', '/form']);
});

it('goes nowhere once the page shows the login instead of the console', () => {
  const { guarded, at } = opened(['/user/enterprise']);
  isConsole = false;
  guarded.push('/user/individual');
  guarded.replace('/user/individual');
  expect(at()).toBe('/user/enterprise');
});
