import { expect, it } from 'vitest';
import { arrange, missingColumns, moved, plainLayout, readLayout, viewColumns, widthWithin, type Layout } from './layout.ts';

const columns = [
  { title: '名称', kind: 'link' },
  { title: '手机号', kind: 'mobile' },
  { title: '状态', kind: 'status' },
  { title: '时间', kind: 'time' },
  { title: '操作', kind: 'actions' },
];
const titles = (layout: Layout) => arrange(columns, layout).map(({ column }) => column.title);
const layout = (...kept: string[]): Layout => ({
  columns: kept.map((title) => ({ title, width: 0, hidden: 0 })),
  density: 'normal',
});

it('leaves a list as it was declared until somebody lays it out', () => {
  expect(titles(plainLayout)).toEqual(['名称', '手机号', '状态', '时间', '操作']);
});

it('keeps the first column first and the actions last, whatever a layout says', () => {
  expect(titles(layout('操作', '时间', '名称', '手机号', '状态'))).toEqual(['名称', '时间', '手机号', '状态', '操作']);
  const hidden: Layout = { columns: columns.map(({ title }) => ({ title, width: 0, hidden: 1 })), density: 'normal' };
  expect(arrange(columns, hidden).map(({ isShown }) => isShown)).toEqual([true, false, false, false, true]);
});

it('puts a column that came later where it was declared', () => {
  expect(titles(layout('时间', '手机号'))).toEqual(['名称', '时间', '手机号', '状态', '操作']);
  expect(titles(layout('状态'))).toEqual(['名称', '手机号', '状态', '时间', '操作']);
});

it('names what a layout shows and the list has not', () => {
  expect(missingColumns(columns, layout('旧列', '手机号'))).toEqual(['旧列']);
  expect(titles(layout('旧列', '时间'))).not.toContain('旧列');
});

it('moves a column before or after another, and keeps widths', () => {
  const kept = viewColumns(arrange(columns, { columns: [{ title: '状态', width: 120, hidden: 0 }], density: 'normal' }));
  const order = (of: typeof kept) => of.map(({ title }) => title);
  expect(order(moved(kept, '时间', '手机号', 'before'))).toEqual(['名称', '时间', '手机号', '状态', '操作']);
  expect(moved(kept, '状态', '时间', 'after').at(-2)).toEqual({ title: '状态', width: 120, hidden: 0 });
  expect(moved(kept, '无', '时间', 'after')).toEqual(kept);
  expect([widthWithin(1), widthWithin(120.4), widthWithin(5000)]).toEqual([56, 120, 960]);
});

it('takes from the browser only what it can read, of the same version', () => {
  const text = JSON.stringify({ version: '2', columns: [{ title: 'a', width: 80, hidden: 1 }, { title: 'b', width: 9, hidden: 0 }, 3] });
  expect(readLayout(text, '2')).toEqual({ columns: [{ title: 'a', width: 80, hidden: 1 }], density: 'normal' });
  expect(readLayout(text, '3')).toBeUndefined();
  for (const odd of [null, '', '{', '[]', '3', '{"version":"2","columns":{}}']) expect(readLayout(odd, '2')?.columns ?? []).toEqual([]);
});
