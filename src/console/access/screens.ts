import type { Screen } from '../screen/screen.ts';
import { accountSource } from './sources.ts';

export const accountScreens: readonly Screen[] = [
  {
    path: '/authority/account',
    title: '账号管理',
    permission: ['authority:account'],
    list: accountSource,
    load: async () => (await import('./account-list.tsx')).AccountList,
  },
  {
    path: '/authority/account-add',
    title: '新增账号',
    permission: ['authority:account:edit'],
    parent: '/authority/account',
    first: () => ({ path: '/api/ajax/power/roleInfo', fields: {} }),
    load: async () => (await import('./account-add.tsx')).AccountAdd,
  },
  {
    path: '/authority/account-edit/:id',
    title: '编辑账号',
    permission: ['authority:account:edit'],
    parent: '/authority/account',
    first: ({ id }) => ({ path: '/api/ajax/power/getOne', fields: { id } }),
    load: async () => (await import('./account-edit.tsx')).AccountEdit,
  },
];
