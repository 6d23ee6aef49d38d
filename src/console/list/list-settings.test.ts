import { expect, it } from 'vitest';
import { readSettings } from './list-settings.ts';

it('what was kept is read again', () => {
  expect(readSettings('{"hidden":["税号"],"density":"tight"}')).toEqual({ hidden: ['税号'], density: 'tight' });
});

it.each([null, '', 'x', '[]', '7', '{"hidden":3,"density":"loose"}', '{"hidden":[1]}'])('%s is as good as nothing', (text) => {
  expect(readSettings(text)).toEqual({ hidden: [], density: 'normal' });
});
