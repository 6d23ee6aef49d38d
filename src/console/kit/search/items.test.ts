import { beforeEach, expect, it, vi } from 'vitest';
import { requestedAct } from './current-record.ts';
import { firstSections, foundSections, type Section } from './items.ts';
import { recentPages, recentRecords, rememberPage, rememberRecord } from './recent.ts';

const groups = [
  { id: '1', name: '用户管理', icon: '', pages: [{ id: '2', name: '企业用户认证', path: '/user/enterprise' }] },
  { id: '15', name: '财务管理', icon: '', pages: [{ id: '16', name: '公证订单', path: '/money/just' }] },
];
const acts = [{ label: '赠送积分', run: () => undefined }];
const standing = [{ name: '个人认证待办', path: '/queue/individual', key: '3' }];
const offered = { groups, standing, acts, recentPages: [], recentRecords: [] };
const record = (id: string) => ({ kind: '企业用户', id, title: `澄帆${id}`, texts: [], url: `/user/Detail/${id}` });
const shown = (sections: readonly Section[]) => sections.map(({ name, items }) => [name, ...items.map(({ title }) => title)]);

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    kept,
  });
});

it('begins with what can be done here, then what was opened last, then the menu', () => {
  const sections = firstSections({ ...offered, recentPages: ['16', '99'], recentRecords: [record('7')] });
  expect(shown(sections)).toEqual([
    ['当前页面', '赠送积分'],
    ['最近', '澄帆7', '公证订单'],
    ['页面', '个人认证待办', '企业用户认证'],
  ]);
});

it('finds pages by their name and their group, acts by their name, records as they come', () => {
  const hit = { id: '7', title: '澄帆', texts: ['1'], status: '已通过', url: '/user/Detail/7', acts: ['审核'] };
  const found = [
    { kind: 'user', name: '企业用户', hits: [hit], more: '/user/enterprise?keyword=x' },
    { kind: 'order', name: '公证订单', hits: [], more: '/money/just?keyword=x' },
  ];
  expect(shown(foundSections(' 用户 ', offered, found))).toEqual([
    ['页面', '企业用户认证'],
    ['企业用户', '澄帆', '在企业用户列表中查看全部'],
    ['公证订单', '匹配较多，在公证订单列表中查看'],
  ]);
  expect(shown(foundSections('积分', offered, []))).toEqual([['当前页面', '赠送积分']]);
  expect(shown(foundSections('待办', offered, []))).toEqual([['页面', '个人认证待办']]);
});

it('remembers the last five records of one operator in memory alone, and pages by their id', () => {
  for (const id of ['1', '2', '3', '4', '5', '6', '3']) rememberRecord('17', record(id));
  expect(recentRecords('17').map(({ id }) => id)).toEqual(['3', '6', '5', '4', '2']);
  expect(recentRecords('18')).toEqual([]);
  for (const id of ['2', '16', '2']) rememberPage('17', id);
  expect([recentPages('17'), recentPages('18')]).toEqual([['2', '16'], []]);
  localStorage.setItem('recent-pages:17', '2,<b>,,16');
  expect(recentPages('17')).toEqual(['2', '16']);
});

it.each([
  [{ act: '审核' }, '审核'],
  [{ act: 1 }, undefined],
  [null, undefined],
  ['审核', undefined],
])('reads what an address was opened for from %j', (state, act) => {
  expect(requestedAct(state)).toBe(act);
});
