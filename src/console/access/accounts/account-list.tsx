import { lazy, Suspense } from 'react';
import { acceptStatus, enabledStatus } from '../../../domain/business/codes/access.ts';
import type { AccountRow } from '../../../contract/console/accounts.ts';
import { post } from '../../kit/net/call.ts';
import type { Action, RowDialog } from '../../kit/list/columns.ts';
import { listScreen } from '../../kit/list/list-screen.tsx';
import { confirmRow } from '../../kit/list/confirm-row.tsx';
import { accountSource } from './sources.ts';

const ChangeRecords = lazy(async () => ({ default: (await import('./change-records.tsx')).ChangeRecords }));
const AccountFiles = lazy(async () => ({ default: (await import('./files-dialog.tsx')).AccountFiles }));
const AccountSessions = lazy(async () => ({ default: (await import('./sessions-dialog.tsx')).AccountSessions }));

export const AccountList = listScreen({
  name: 'accounts',
  source: accountSource,
  rowKey: (row) => row.admin_id,
  add: { label: '新增账号', to: '/authority/account-add', permission: 'authority:account:edit' },
  columns: [
    { kind: 'code', title: '账号ID', text: (row) => row.admin_id, width: 88 },
    { kind: 'text', title: '用户名', text: (row) => row.username },
    { kind: 'text', title: '姓名', text: (row) => row.realname, width: 112 },
    { kind: 'mobile', title: '手机号', text: (row) => row.mobile, width: 124 },
    { kind: 'text', title: '角色', text: (row) => row.position },
    { kind: 'status', title: '状态', text: (row) => row.status_name, tone: (row) => (isEnabled(row) ? 'done' : 'over') },
    {
      kind: 'status',
      title: '出证受理',
      text: (row) => (accepts(row) ? '接受' : '不接受'),
      tone: (row) => (accepts(row) ? 'work' : 'over'),
      width: 96,
    },
    {
      kind: 'actions',
      title: '操作',
      actions: (row, { can, uid }) =>
        accountActions(row, { canEdit: can('authority:account:edit'), canTrace: can('authority:trail') }, uid),
      roleName: (row) => row.position,
      width: 136,
    },
  ],
});

/**
 * The actions on an account. Accepting applications can be changed only while it is enabled (spec/finance-app-authority, 4.6). Operators
 * remove their own second factors elsewhere, with their password.
 */
export function accountActions(
  row: AccountRow,
  { canEdit, canTrace }: { readonly canEdit: boolean; readonly canTrace: boolean },
  ownId: string,
): Action<AccountRow>[] {
  const look: Action<AccountRow>[] = [
    { label: '变更记录', dialog: ViewChanges },
    { label: '登录会话', dialog: ViewSessions },
    ...(canTrace ? [{ label: '经手文件', dialog: ViewFiles }] : []),
  ];
  if (!canEdit) return look;
  const closed = { closed: row.locked };
  const accept: Action<AccountRow>[] = isEnabled(row)
    ? [accepts(row) ? { label: '不接受出证', dialog: declineWork, ...closed } : { label: '接受出证', dialog: acceptWork, ...closed }]
    : [];
  const reset: Action<AccountRow>[] =
    row.admin_id === ownId
      ? []
      : [
          ...(row.totp === 1 ? [{ label: '重置动态口令', dialog: resetTotp, ...closed }] : []),
          ...(row.passkeys > 0 ? [{ label: '重置通行密钥', dialog: resetPasskeys, ...closed }] : []),
          ...(row.identity === 1 ? [{ label: '重置身份绑定', dialog: resetIdentity, ...closed }] : []),
        ];
  const confirm: Action<AccountRow>[] =
    row.admin_id !== ownId && row.unconfirmed === 1 ? [{ label: '确认账号', dialog: confirmAccount, ...closed }] : [];
  const state: Action<AccountRow> = isEnabled(row)
    ? { label: '禁用', dialog: disable, ...closed }
    : { label: '启用', dialog: enable, ...closed };
  return [{ label: '编辑', to: `/authority/account-edit/${row.admin_id}`, ...closed }, state, ...accept, ...confirm, ...look, ...reset];
}

const ViewChanges: RowDialog<AccountRow> = ({ row, close }) => (
  <Suspense>
    <ChangeRecords kind="account" id={row.admin_id} close={close} />
  </Suspense>
);

const ViewFiles: RowDialog<AccountRow> = ({ row, close }) => (
  <Suspense>
    <AccountFiles account={row} close={close} />
  </Suspense>
);

const ViewSessions: RowDialog<AccountRow> = ({ row, close }) => (
  <Suspense>
    <AccountSessions account={row} close={close} />
  </Suspense>
);

const listPath = accountSource.path;
const about = ({ realname }: AccountRow, act: string) => ({ about: { act, name: realname } });
const setStatus = (status: 'enabled' | 'disabled') => (row: AccountRow) =>
  post(
    '/api/ajax/power/disableEnable',
    { id: row.admin_id, status: enabledStatus.code(status) },
    about(row, status === 'enabled' ? '已启用' : '已禁用'),
  );
const setAccepts = (accepted: 'accepts' | 'declines') => (row: AccountRow) =>
  post(
    '/api/ajax/power/acceptEnable',
    { id: row.admin_id, is_accepted: acceptStatus.code(accepted) },
    about(row, accepted === 'accepts' ? '已接受出证' : '不再接受出证'),
  );

const disable = confirmRow<AccountRow>({
  title: '禁用账号',
  verb: '禁用',
  text: (row) =>
    `确定禁用${row.realname}的账号吗？该账号将立即退出登录，且不能再登录` +
    (accepts(row) ? '；其未办结的出证申请将转给其他受理人，没有其他受理人的，等待分派。' : '。'),
  isDanger: true,
  send: setStatus('disabled'),
  listPath,
});
const enable = confirmRow<AccountRow>({
  title: '启用账号',
  verb: '启用',
  text: (row) => `确定启用${row.realname}的账号吗？`,
  send: setStatus('enabled'),
  listPath,
});
const acceptWork = confirmRow<AccountRow>({
  title: '接受出证',
  verb: '接受',
  text: (row) => `确定由${row.realname}受理新的出证申请吗？`,
  send: setAccepts('accepts'),
  listPath,
});
const declineWork = confirmRow<AccountRow>({
  title: '不接受出证',
  verb: '不接受',
  text: (row) => `确定不再向${row.realname}分配新的出证申请吗？其未办结的申请将转给其他受理人，没有其他受理人的，等待分派。`,
  send: setAccepts('declines'),
  listPath,
});
const confirmAccount = confirmRow<AccountRow>({
  title: '确认账号',
  verb: '由本人使用',
  text: (row) =>
    `确定${row.realname}的账号由本人使用吗？请先核实本人身份。确认前30天内，新增、启用该账号或设置其密码、角色、动态口令的人员与该账号不视为两人。`,
  send: (row) => post('/api/ajax/power/accountConfirm', { id: row.admin_id }, about(row, '已确认')),
  listPath,
});
const resetTotp = confirmRow<AccountRow>({
  title: '重置动态口令',
  verb: '重置',
  text: (row) => `确定重置${row.realname}的动态口令吗？重置后该账号登录不再需要动态口令，请先核实本人身份。`,
  isDanger: true,
  send: (row) => post('/api/ajax/power/totpReset', { id: row.admin_id }, about(row, '已重置动态口令')),
  listPath,
});
const resetPasskeys = confirmRow<AccountRow>({
  title: '重置通行密钥',
  verb: '重置',
  text: (row) => `确定移除${row.realname}的全部${row.passkeys}个通行密钥吗？移除后该账号登录不再需要通行密钥，请先核实本人身份。`,
  isDanger: true,
  send: (row) => post('/api/ajax/power/passkeyReset', { id: row.admin_id }, about(row, '已重置通行密钥')),
  listPath,
});
const resetIdentity = confirmRow<AccountRow>({
  title: '重置身份绑定',
  verb: '重置',
  text: (row) => `确定重置${row.realname}的身份绑定吗？重置后，统一身份认证中下一个以此用户名登录的身份将与该账号绑定，请先核实本人身份。`,
  isDanger: true,
  send: (row) => post('/api/ajax/power/identityReset', { id: row.admin_id }, about(row, '已重置身份绑定')),
  listPath,
});

function isEnabled(row: AccountRow): boolean {
  return enabledStatus.is(row.status, 'enabled');
}

function accepts(row: AccountRow): boolean {
  return acceptStatus.is(row.is_accepted, 'accepts');
}
