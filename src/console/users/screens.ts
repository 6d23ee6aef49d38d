import type { Screen } from '../screen/screen.ts';
import { enterpriseSource, individualSource } from './sources.ts';

export const userScreens: readonly Screen[] = [
  {
    path: '/user/enterprise',
    title: '企业用户认证',
    permission: ['user:enterprise'],
    list: enterpriseSource,
    load: async () => (await import('./enterprise-users.tsx')).EnterpriseUsers,
  },
  {
    path: '/user/individual',
    title: '个人用户认证',
    permission: ['user:individual'],
    list: individualSource,
    load: async () => (await import('./individual-users.tsx')).IndividualUsers,
  },
  {
    path: '/user/Detail/:user_id',
    title: '用户详情',
    permission: ['user:enterprise', 'user:individual', 'user:review'],
    parent: 'previous',
    first: ({ user_id }) => ({ path: '/api/user/userDetail', fields: { user_id } }),
    load: async () => (await import('./user-detail.tsx')).UserDetailPage,
  },
];
