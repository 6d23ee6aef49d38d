import { lazy, Suspense } from 'react';
import { clientKind, clientStatus } from '../../../domain/business/codes/clients.ts';
import type { ClientRow } from '../../../contract/console/clients.ts';
import type { Action, RowDialog } from '../../kit/list/columns.ts';
import { confirmRow } from '../../kit/list/confirm-row.tsx';
import { listScreen } from '../../kit/list/list-screen.tsx';
import { post } from '../../kit/net/call.ts';
import { clientSource } from './sources.ts';

const NewClient = lazy(async () => ({ default: (await import('./new-client.tsx')).NewClient }));
const RotateDialog = lazy(async () => ({ default: (await import('./rotate-client.tsx')).RotateClient }));

/** 接口客户端: the clients of the open API, and how often each called today. */
export const ClientList = listScreen({
  name: 'clients',
  source: clientSource,
  rowKey: (row) => row.app_id,
  add: { label: '新建客户端', permission: 'open:client:edit', Form: NewClient },
  columns: [
    { kind: 'text', title: '名称', text: (row) => row.name },
    { kind: 'id', title: 'app_id', text: (row) => row.app_id, chars: 16, width: 170 },
    { kind: 'text', title: '类型', text: (row) => row.type_name, width: 60 },
    {
      kind: 'status',
      title: '状态',
      text: (row) => row.status_name,
      tone: (row) => (isEnabled(row) ? 'done' : 'over'),
      note: (row) => (row.previous_until === '' ? '' : `轮换前的密钥在 ${row.previous_until} 前仍可使用`),
      width: 76,
    },
    { kind: 'time', title: '最近调用', text: (row) => row.last_call },
    { kind: 'number', title: '今日调用', text: (row) => String(row.today), width: 78 },
    { kind: 'number', title: '今日拒绝', text: (row) => String(row.today_fail), width: 78 },
    { kind: 'time', title: '创建时间', text: (row) => row.create_time },
    { kind: 'actions', title: '操作', actions: (row, { can }) => clientActions(row, can('open:client:edit')), width: 184 },
  ],
  exportPath: '/api/export/clientExport',
});

function clientActions(row: ClientRow, canEdit: boolean): Action<ClientRow>[] {
  const calls: Action<ClientRow> = { label: '调用记录', to: `/open/client/calls/${encodeURIComponent(row.app_id)}` };
  if (!canEdit) return [calls];
  const rotation = isEnabled(row) ? {} : { closed: '该客户端已停用，不能轮换密钥' };
  return [
    calls,
    { label: '轮换密钥', dialog: Rotate, ...rotation },
    isEnabled(row) ? { label: '停用', dialog: disable } : { label: '启用', dialog: enable },
  ];
}

const Rotate: RowDialog<ClientRow> = ({ row, close }) => (
  <Suspense>
    <RotateDialog client={row} close={close} />
  </Suspense>
);

const setStatus = (status: 'enabled' | 'disabled') => (row: ClientRow) =>
  post(
    '/api/ajax/open/clientDisable',
    { app_id: row.app_id, status: clientStatus.code(status) },
    { about: { act: status === 'enabled' ? '已启用' : '已停用', name: row.name } },
  );

const disable = confirmRow<ClientRow>({
  title: '停用客户端',
  verb: '停用',
  text: (row) =>
    `确定停用${row.name}吗？它的调用将立即被拒绝，回调暂停发送` +
    `${clientKind.is(row.type, 'enterprise') ? '，企业详情中不再显示接口凭证' : ''}。`,
  isDanger: true,
  send: setStatus('disabled'),
  listPath: clientSource.path,
});
const enable = confirmRow<ClientRow>({
  title: '启用客户端',
  verb: '启用',
  text: (row) => `确定启用${row.name}吗？它可以立即用原有的密钥调用。`,
  send: setStatus('enabled'),
  listPath: clientSource.path,
});

function isEnabled(row: ClientRow): boolean {
  return clientStatus.is(row.status, 'enabled');
}
