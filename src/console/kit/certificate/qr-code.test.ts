import { expect, it } from 'vitest';
import { modulesPath } from './qr-code.tsx';

it('a run of dark modules is one rectangle', () => {
  expect(
    modulesPath([
      [true, true, false, true],
      [false, true, true, true],
    ]),
  ).toBe('M0 0h2v1h-2zM3 0h1v1h-1zM1 1h3v1h-3z');
});
