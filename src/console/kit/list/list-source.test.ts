import { expect, it } from 'vitest';
import { filterFields, limitOf, listFields, listSource, pageOf, searchOf, valuesOf } from './list-source.ts';

const source = listSource('/api/ajax/user/getUserList', { type: 2 }, [
  { kind: 'days', field: 'registtime', label: '注册时间' },
  { kind: 'select', field: 'status', label: '认证状态', options: [{ value: 2, label: '待审核' }] },
  { kind: 'text', field: 'keyword', label: '关键字', placeholder: '名称或手机号' },
]);
const preset = listSource('/api/ajax/user/getUserList', { type: 1 }, [
  { kind: 'select', field: 'status', label: '认证状态', options: [], initial: '3' },
]);

it('an empty address asks for the first ten rows', () => {
  expect(listFields(source, new URLSearchParams())).toEqual({ type: 2, page: 1, limit: 10 });
});

it('a shared address asks for the same list', () => {
  const search = searchOf(source, { keyword: ' 张 三 ', status: '2', registtime: '2026-01-01 - 2026-01-31' }, { page: 3 });
  const again = new URLSearchParams(search.toString());
  expect(listFields(source, again)).toEqual({
    type: 2,
    keyword: '张 三',
    status: '2',
    registtime: '2026-01-01 - 2026-01-31',
    page: 3,
    limit: 10,
  });
  expect(searchOf(source, valuesOf(source, again), { page: pageOf(again) }).toString()).toBe(search.toString());
});

it('an identity-card number in the address stays a text', () => {
  expect(filterFields(source, new URLSearchParams('keyword=110101199003071234'))['keyword']).toBe('110101199003071234');
});

it('fields that the list does not filter by are not sent', () => {
  expect(filterFields(source, new URLSearchParams('type=1&utm=x&user_id=7'))).toEqual({ type: 2 });
});

it.each(['0', '-1', '1.5', 'abc', '', '1e3', '99999999999'])('page=%s is the first page', (page) => {
  expect(pageOf(new URLSearchParams({ page }))).toBe(1);
});

it('an initial choice holds until the address says otherwise', () => {
  expect(filterFields(preset, new URLSearchParams())).toEqual({ type: 1, status: '3' });
  const all = searchOf(preset, { status: '' });
  expect(all.toString()).toBe('status=');
  expect(filterFields(preset, all)).toEqual({ type: 1 });
  expect(searchOf(preset, { status: '3' }).toString()).toBe('');
});

it('another order of the rows is in the address, and in the request', () => {
  const ordered = listSource('/api/ajax/data/getEvidencesList', {}, [
    { kind: 'order', field: 'sort', label: '按剩余工作日', value: 'due' },
  ]);
  expect(searchOf(ordered, { sort: 'due' }).toString()).toBe('sort=due');
  expect(listFields(ordered, new URLSearchParams('sort=due'))).toEqual({ sort: 'due', page: 1, limit: 10 });
  expect(listFields(ordered, new URLSearchParams())).toEqual({ page: 1, limit: 10 });
});

it('a list takes one of the larger pages from the address, and no other', () => {
  const sized = listSource('/api/ajax/user/getUserList', { type: 1 }, []);
  const limit = (search: string) => limitOf(sized, new URLSearchParams(search));
  expect(['', 'limit=20', 'limit=100', 'limit=30', 'limit=1000', 'limit=0x14', 'limit='].map(limit)).toEqual([10, 20, 100, 10, 10, 10, 10]);
  expect(searchOf(sized, {}, { page: 2, limit: 50 }).toString()).toBe('limit=50&page=2');
  expect(searchOf(sized, {}, { limit: 10 }).toString()).toBe('');
  expect(listFields(sized, new URLSearchParams('limit=50&page=2'))).toEqual({ type: 1, page: 2, limit: 50 });
});

it('a bare address has the rows that its operator chose; one that names a page or a size means what it meant', () => {
  const kept = { ...source, size: 50 };
  const limit = (search: string) => limitOf(kept, new URLSearchParams(search));
  expect(['', 'status=2', 'page=1', 'page=2', 'limit=20', 'limit=10', 'limit=20&page=3', 'limit=7'].map(limit)).toEqual([
    50, 50, 50, 10, 20, 10, 20, 10,
  ]);
  expect(searchOf(kept, {}, { limit: 50 }).toString()).toBe('limit=50');
  expect(searchOf(kept, {}, { limit: 10 }).toString()).toBe('limit=10');
  expect(searchOf(kept, {}, { limit: 10, page: 2 }).toString()).toBe('page=2');
});

it('lists of one call have names of their own, whatever the address fills in', () => {
  const details = (userId: string) => listSource('/api/ajax/user/userBalanceDetails', { userId }, []);
  expect([source.id, preset.id, details('7').id, listSource('/api/ajax/webfor/getWebList', {}, [], 'batch').id]).toEqual([
    'getUserList-2',
    'getUserList-1',
    'userBalanceDetails',
    'getWebList-batch',
  ]);
});
