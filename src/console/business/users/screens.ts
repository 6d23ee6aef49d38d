import { queueEntry as queue } from '../../kit/queue/queue-entry.ts';
import type { Screen } from '../../kit/screen/screen.ts';
import { enterpriseSource, individualSource } from './sources.ts';

export const userScreens: readonly Screen[] = [
  {
    path: '/user/enterprise',
    title: '企业用户认证',
    permission: ['user:enterprise'],
    list: enterpriseSource,
    load: () => import('./enterprise-users.tsx').then((screen) => screen.EnterpriseUsers),
  },
  {
    path: '/user/individual',
    title: '个人用户认证',
    permission: ['user:individual'],
    list: individualSource,
    load: () => import('./individual-users.tsx').then((screen) => screen.IndividualUsers),
  },
  {
    path: '/user/Detail/:user_id',
    title: '用户详情',
    permission: ['user:enterprise', 'user:individual', 'user:review'],
    parent: 'previous',
    first: ({ user_id }) => ({ path: '/api/user/userDetail', fields: { user_id } }),
    load: () => import('./user-detail.tsx').then((screen) => screen.UserDetailPage),
  },
  queue('enterprise', '/user/enterprise', () => import('./queues.tsx').then((screen) => screen.EnterpriseQueue)),
  queue('enterprise-repair', '/user/enterprise', () => import('./queues.tsx').then((screen) => screen.EnterpriseRepairQueue)),
  queue('individual', '/user/individual', () => import('./queues.tsx').then((screen) => screen.IndividualQueue)),
  queue('individual-repair', '/user/individual', () => import('./queues.tsx').then((screen) => screen.IndividualRepairQueue)),
];
