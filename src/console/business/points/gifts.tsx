import { lazy, Suspense } from 'react';
import type { GiftRow } from '../../../contract/console/points.ts';
import type { RowDialog } from '../../kit/list/columns.ts';
import { listScreen } from '../../kit/list/list-screen.tsx';
import { giftSource } from './sources.ts';

const GiftForm = lazy(async () => ({ default: (await import('./gift-form.tsx')).GiftForm }));

const RevokeGift: RowDialog<GiftRow> = (props) => (
  <Suspense>
    <RevokeGiftForm {...props} />
  </Suspense>
);
const RevokeGiftForm = lazy(async () => ({ default: (await import('./revoke-gift.tsx')).RevokeGiftForm }));

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
    {
      kind: 'status',
      title: '状态',
      text: (row) => (row.revoked === 1 ? '已撤销' : '已赠送'),
      tone: (row) => (row.revoked === 1 ? 'over' : 'done'),
      note: (row) => (row.revoked === 1 ? `${row.revoke_time} 由${row.revoke_admin}撤销：${row.revoke_explain}` : ''),
    },
    {
      kind: 'actions',
      title: '操作',
      width: 88,
      actions: (row, { can }) =>
        can('user:gift') && row.revoked === 0
          ? [
              {
                label: '撤销赠送',
                dialog: RevokeGift,
                ...(row.revoke_refusal !== '' && { closed: row.revoke_refusal }),
              },
            ]
          : [],
    },
  ],
  add: { label: '赠送积分', permission: 'user:gift', Form: GiftForm },
});
