import { lazy } from 'react';
import { listScreen } from '../list/list-screen.tsx';
import { giftSource } from './sources.ts';

const GiftForm = lazy(async () => ({ default: (await import('./gift-form.tsx')).GiftForm }));

export const Gifts = listScreen({
  name: 'gifts',
  source: giftSource,
  rowKey: (row) => row.id,
  columns: [
    { kind: 'mobile', title: '手机号', text: (row) => row.mobile },
    { kind: 'text', title: '名称', text: (row) => row.company },
    { kind: 'time', title: '赠送时间', text: (row) => row.time },
    { kind: 'text', title: '积分类型', text: (row) => row.type_name, width: 92 },
    { kind: 'text', title: '用户类型', text: (row) => row.userStatusName, width: 80 },
    { kind: 'number', title: '积分', text: (row) => String(row.points), width: 108 },
    { kind: 'text', title: '说明', text: (row) => row.explain },
    { kind: 'text', title: '操作人', text: (row) => row.admin, width: 88 },
  ],
  add: { label: '赠送积分', permission: 'user:gift', Form: GiftForm },
});
