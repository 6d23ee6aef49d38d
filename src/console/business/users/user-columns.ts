import { repairType, userStatus } from '../../../domain/business/codes/users.ts';
import type { UserRow } from '../../../contract/console/users.ts';
import type { Action, Column } from '../../kit/list/columns.ts';
import { ReviewFromList } from './review-from-list.tsx';
import { toneOf } from './tones.ts';

/** The columns of a user list. The two lists differ in the title of the name and in the number that identifies the user. */
export function userColumns(nameTitle: string, idTitle: string, idText: (row: UserRow) => string): Column<UserRow>[] {
  return [
    { kind: 'link', title: nameTitle, text: nameOf, to: detailPath },
    { kind: 'mobile', title: '手机号', text: (row) => row.mobile },
    { kind: 'time', title: '注册时间', text: (row) => row.registered_time },
    { kind: 'status', title: '认证状态', text: (row) => row.status_name, tone: (row) => toneOf(row.user_status) },
    { kind: 'time', title: '认证时间', text: (row) => row.check_time },
    { kind: 'masked', title: idTitle, text: idText },
    { kind: 'time', title: '最近登录时间', text: (row) => row.loginTime },
    { kind: 'actions', title: '操作', actions: (row, { can }) => userActions(row, can('user:review')) },
  ];
}

/** 审核 for status 2, 查看 for 3 and 4, 补充审核 for repair type 2 (screens); reviews need the permission. */
export function userActions(row: UserRow, canReview: boolean): Action<UserRow>[] {
  const actions: Action<UserRow>[] = [];
  if (userStatus.is(row.user_status, 'pending') && canReview) actions.push({ label: '审核', dialog: ReviewFromList });
  if (userStatus.is(row.user_status, 'approved', 'rejected')) actions.push({ label: '查看', to: detailPath(row) });
  if (repairType.is(row.repairType, 'pending') && canReview) actions.push({ label: '补充审核', dialog: ReviewFromList });
  return actions;
}

export function detailPath(row: { user_id: string }): string {
  return `/user/Detail/${encodeURIComponent(row.user_id)}`;
}

export function nameOf(row: UserRow): string {
  return row.companyName || row.name;
}
