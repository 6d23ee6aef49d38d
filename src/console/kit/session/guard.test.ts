import { describe, expect, it } from 'vitest';
import { guard } from './guard.ts';

describe('guard: spec/console, 2.4', () => {
  it.each([
    ['a route that needs login goes to /login without a token', '/user/enterprise', false, '/login'],
    ['an unknown path needs login too', '/nowhere', false, '/login'],
    ['/ redirects to /login', '/', false, '/login'],
    ['/ ends at the home page for a signed-in visitor', '/', true, '/user/enterprise'],
    ['a signed-in visitor of /login goes to the home page', '/login', true, '/user/enterprise'],
    ['a signed-in visitor of a mobile page goes to the home page', '/mobile/previewImg/abc', true, '/user/enterprise'],
    ['an operator may verify too', '/verify', true, undefined],
    ['the login page is open', '/login', false, undefined],
    ['mobile pages are open', '/mobile/previewProgress/abc', false, undefined],
    ['the verification page is open', '/verify', false, undefined],
    ['the explorer is open', '/explorer/search', false, undefined],
    ['an operator may read the explorer too', '/explorer/search', true, undefined],
    ['a signed-in visitor stays where he is', '/user/Detail/7', true, undefined],
  ])('%s', (_name, path, signedIn, to) => {
    expect(guard(path, signedIn)).toEqual(to === undefined ? { kind: 'stay' } : { kind: 'go', to });
  });
});
