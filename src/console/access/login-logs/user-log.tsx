import { listScreen } from '../../kit/list/list-screen.tsx';
import { userLogSource } from './sources.ts';

/** Sign-ins of the front end's users; reachable at two addresses. */
export const UserLog = listScreen({
  name: 'user-log',
  source: userLogSource,
  rowKey: (row) => row.id,
  columns: [
    { kind: 'code', title: '账号ID', text: (row) => row.account_id, width: 0 },
    { kind: 'text', title: '名称', text: (row) => row.name },
    { kind: 'mobile', title: '手机号', text: (row) => row.mobile, width: 0 },
    { kind: 'time', title: '登录时间', text: (row) => row.login_time, width: 0 },
    { kind: 'ip', title: 'IP', text: (row) => row.ip, width: 0 },
  ],
});
