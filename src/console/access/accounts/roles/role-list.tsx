import { lazy, Suspense } from 'react';
import { superRoleId } from '../../../../domain/business/access/access.ts';
import { enabledStatus } from '../../../../domain/business/codes/access.ts';
import type { RoleRow } from '../../../../contract/console/roles.ts';
import { post } from '../../../kit/net/call.ts';
import type { Action, RowDialog } from '../../../kit/list/columns.ts';
import { listScreen } from '../../../kit/list/list-screen.tsx';
import { confirmRow } from '../../../kit/list/confirm-row.tsx';
import { roleSource } from '../sources.ts';

const RoleDetail = lazy(async () => ({ default: (await import('./role-detail.tsx')).RoleDetail }));
const ChangeRecords = lazy(async () => ({ default: (await import('../change-records.tsx')).ChangeRecords }));

export const RoleList = listScreen({
  name: 'roles',
  source: roleSource,
  rowKey: (row) => row.id,
  add: { label: '新增角色', to: '/authority/role-add', permission: 'authority:role:edit' },
  columns: [
    { kind: 'code', title: '角色ID', text: (row) => row.id, width: 96 },
    { kind: 'text', title: '角色名称', text: (row) => row.position, width: 220, grows: true },
    { kind: 'text', title: '角色描述', text: (row) => row.desc },
    { kind: 'status', title: '状态', text: (row) => row.status_name, tone: (row) => (isEnabled(row) ? 'done' : 'over') },
    { kind: 'actions', title: '操作', actions: (row, { can }) => roleActions(row, can('authority:role:edit')), width: 176 },
  ],
});

/** Role 1 has only 查看详情 (spec/finance-app-authority, 2.3). */
export function roleActions(row: RoleRow, canEdit: boolean): Action<RoleRow>[] {
  const view: Action<RoleRow> = { label: '查看详情', dialog: ViewRole };
  if (row.id === String(superRoleId)) return [view];
  const closed = { closed: row.locked };
  const edits: Action<RoleRow>[] = [
    { label: '编辑', to: `/authority/role-edit/${row.id}`, ...closed },
    isEnabled(row) ? { label: '禁用', dialog: disable, ...closed } : { label: '启用', dialog: enable, ...closed },
  ];
  return [view, ...(canEdit ? edits : []), { label: '变更记录', dialog: ViewChanges }];
}

const ViewRole: RowDialog<RoleRow> = ({ row, close }) => (
  <Suspense>
    <RoleDetail id={row.id} close={close} />
  </Suspense>
);

const ViewChanges: RowDialog<RoleRow> = ({ row, close }) => (
  <Suspense>
    <ChangeRecords kind="role" id={row.id} close={close} />
  </Suspense>
);

const listPath = roleSource.path;
const setStatus = (status: 'enabled' | 'disabled') => (row: RoleRow) =>
  post(
    '/api/ajax/role/roleDisable',
    { id: row.id, type: enabledStatus.code(status) },
    { about: { act: status === 'enabled' ? '已启用' : '已禁用', name: row.position } },
  );
const disable = confirmRow<RoleRow>({
  title: '禁用角色',
  verb: '禁用',
  text: (row) => `确定禁用角色“${row.position}”吗？属于该角色的账号将立即退出登录，且不能再登录。`,
  isDanger: true,
  send: setStatus('disabled'),
  listPath,
});
const enable = confirmRow<RoleRow>({
  title: '启用角色',
  verb: '启用',
  text: (row) => `确定启用角色“${row.position}”吗？`,
  send: setStatus('enabled'),
  listPath,
});

function isEnabled(row: RoleRow): boolean {
  return enabledStatus.is(row.status, 'enabled');
}
