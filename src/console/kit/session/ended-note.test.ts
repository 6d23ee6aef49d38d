import { expect, it } from 'vitest';
import { endedIn, endedState } from './ended-note.tsx';

it('holds what was said, and when', () => {
  const state = endedState(['账户过期，请重新登录', ''], undefined, 5);
  expect(endedIn(state)).toEqual({ lines: ['账户过期，请重新登录'], atMs: 5 });
});

it('is not there after an operator has left by himself', () => expect(endedState(['', ''])).toBeNull());

it.each([null, undefined, 'x', {}, { usr: null, key: 'a' }, { ended: 1 }, { ended: { lines: 'x', atMs: 1 } }])(
  'reads nothing out of %o',
  (state) => {
    expect(endedIn(state)).toBeUndefined();
  },
);

it('keeps the page that was left, if it is one of this site', () => {
  const left = { uid: '3', url: '/user/individual?page=2' };
  expect(endedIn(endedState(['账户过期，请重新登录'], left))?.left).toEqual(left);
  expect(endedIn(endedState(['账户过期，请重新登录'], { ...left, url: '//elsewhere.example' }))?.left).toBeUndefined();
});
