import { loginResult } from '../../../domain/business/codes/access.ts';
import { listScreen } from '../../kit/list/list-screen.tsx';
import { adminLogSource } from './sources.ts';

/** Sign-in attempts of operators, including failed ones. An unknown account has no id. */
export const AdminLog = listScreen({
  name: 'admin-log',
  source: adminLogSource,
  rowKey: (row) => row.id,
  columns: [
    { kind: 'code', title: '账号ID', text: (row) => row.account_id, width: 0 },
    { kind: 'text', title: '名称', text: (row) => row.name },
    { kind: 'time', title: '登录时间', text: (row) => row.login_time, width: 0 },
    { kind: 'ip', title: 'IP', text: (row) => row.ip, width: 0 },
    { kind: 'text', title: '登录方式', text: (row) => row.way, width: 0 },
    {
      kind: 'status',
      title: '结果',
      text: (row) => row.result,
      tone: (row) => (row.result === loginResult.label('success') ? 'done' : 'failed'),
      width: 0,
    },
  ],
});
