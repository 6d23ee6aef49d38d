import { listScreen } from '../../kit/list/list-screen.tsx';
import { enterpriseSource } from './sources.ts';
import { userColumns } from './user-columns.ts';

export const EnterpriseUsers = listScreen({
  name: 'enterprise-users',
  source: enterpriseSource,
  rowKey: (row) => row.user_id,
  columns: userColumns('企业名称', '税号', (row) => row.taxNumber),
  exportPath: '/api/export/userExport',
});
