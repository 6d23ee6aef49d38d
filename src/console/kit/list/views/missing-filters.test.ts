import { expect, it } from 'vitest';
import type { Filter } from '../list-source.ts';
import { missingFilters } from './missing-filters.ts';

const filters: Filter[] = [
  { kind: 'text', field: 'keyword', label: '关键字', placeholder: '' },
  { kind: 'text', field: 'mobile', label: '手机号', placeholder: '', permission: 'user:review' },
  { kind: 'select', field: 'status', label: '状态', options: [] },
];

it('names the filters that a view could not show as the list calls them, never by the wire', () => {
  const view = { dropped: ['status', 'grade'], filters: { keyword: '公司', mobile: '138' } };
  // The operator's own list has neither the mobile number nor the removed filter.
  expect(missingFilters({ filters }, view, { keyword: '', status: '' })).toEqual(['状态', undefined, '手机号']);
  expect(missingFilters({ filters }, { dropped: [], filters: { keyword: '公司' } }, { keyword: '' })).toEqual([]);
});
