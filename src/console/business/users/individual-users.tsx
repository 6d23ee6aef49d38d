import { listScreen } from '../../kit/list/list-screen.tsx';
import { individualSource } from './sources.ts';
import { userColumns } from './user-columns.ts';

export const IndividualUsers = listScreen({
  name: 'individual-users',
  source: individualSource,
  rowKey: (row) => row.user_id,
  columns: userColumns('姓名', '身份证号', (row) => row.contact_idcard),
  exportPath: '/api/export/userExport',
});
