import type { Screen } from '../../kit/screen/screen.ts';
import { accountSource } from './sources.ts';

export const accountScreens: readonly Screen[] = [
  {
    path: '/authority/account',
    title: '账号管理',
    permission: ['authority:account'],
    list: accountSource,
    load: () => import('./account-list.tsx').then((screen) => screen.AccountList),
  },
  {
    path: '/authority/account-add',
    title: '新增账号',
    permission: ['authority:account:edit'],
    parent: '/authority/account',
    first: () => ({ path: '/api/ajax/power/roleInfo', fields: {} }),
    load: () => import('./account-add.tsx').then((screen) => screen.AccountAdd),
  },
  {
    path: '/authority/account-edit/:id',
    title: '编辑账号',
    permission: ['authority:account:edit'],
    parent: '/authority/account',
    first: ({ id }) => ({ path: '/api/ajax/power/getOne', fields: { id } }),
    load: () => import('./account-edit.tsx').then((screen) => screen.AccountEdit),
  },
];
