import { expect, it } from 'vitest';
import { keyName } from './use-keys.ts';

it.each([
  [{ key: 'j', shiftKey: false }, 'j'],
  [{ key: 'J', shiftKey: false }, 'j'], // with caps lock
  [{ key: 'X', shiftKey: true }, 'Shift+x'],
  [{ key: '?', shiftKey: true }, '?'],
  [{ key: '[', shiftKey: false }, '['],
  [{ key: 'ArrowLeft', shiftKey: false }, 'ArrowLeft'],
])('calls %o %s', (event, name) => {
  expect(keyName(event)).toBe(name);
});
