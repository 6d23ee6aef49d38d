import { expect, it } from 'vitest';
import type { ViewRow } from '../../../../contract/console/views.ts';
import { askedView } from './asked-view.ts';

const view = (id: string, is_default = 0) => ({ id, is_default }) as ViewRow;
const known = { views: [view('3'), view('5', 1)], hasFailed: false, takesDefault: true, expected: '' };
const asked = (search: string, change: Partial<Parameters<typeof askedView>[1]> = {}) =>
  askedView(new URLSearchParams(search), { ...known, ...change });

it('an address without anything opens the default, any other word in it the list as it is', () => {
  expect(asked('')).toEqual({ kind: 'go', id: '5' });
  expect(asked('status=2')).toEqual({ kind: 'plain' });
  expect(asked('view=0')).toEqual({ kind: 'plain' });
  expect(asked('', { views: [view('3')] })).toEqual({ kind: 'plain' });
  expect(asked('', { takesDefault: false })).toEqual({ kind: 'plain' });
});

it('a view is found by its number; another’s is gone like one that never was', () => {
  expect(asked('view=3&status=')).toMatchObject({ kind: 'view', view: { id: '3' } });
  expect(asked('view=4')).toEqual({ kind: 'gone' });
  expect(asked('view=x')).toEqual({ kind: 'gone' });
});

it('waits for the views only where it needs them', () => {
  const unknown = { views: undefined };
  expect(asked('', unknown)).toEqual({ kind: 'plain' });
  expect(asked('', { ...unknown, expected: '5' })).toEqual({ kind: 'waiting' });
  expect(asked('view=3', unknown)).toEqual({ kind: 'waiting' });
  expect(asked('status=2', { ...unknown, expected: '5' })).toEqual({ kind: 'plain' });
  expect(asked('view=3', { ...unknown, hasFailed: true })).toEqual({ kind: 'gone' });
  expect(asked('', { ...unknown, expected: '5', hasFailed: true })).toEqual({ kind: 'plain' });
});
