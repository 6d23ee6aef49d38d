import { expect, it } from 'vitest';
import { themeOf } from './look.ts';

it.each([
  ['system', true, 'dark'],
  ['system', false, 'light'],
  ['light', true, 'light'],
  ['dark', false, 'dark'],
] as const)('%s on a system that is dark: %s gives %s', (choice, isSystemDark, theme) => {
  expect(themeOf(choice, isSystemDark)).toBe(theme);
});
