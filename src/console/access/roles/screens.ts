import { roleSource } from '../sources.ts';
import type { Screen } from '../../screen/screen.ts';

export const roleScreens: readonly Screen[] = [
  {
    path: '/authority/role',
    title: '角色管理',
    permission: ['authority:role'],
    list: roleSource,
    load: async () => (await import('./role-list.tsx')).RoleList,
  },
  {
    path: '/authority/role-add',
    title: '新增角色',
    permission: ['authority:role:edit'],
    parent: '/authority/role',
    first: () => ({ path: '/api/ajax/role/getAllRule', fields: {} }),
    load: async () => (await import('./role-add.tsx')).RoleAdd,
  },
  {
    path: '/authority/role-edit/:id',
    title: '编辑角色',
    permission: ['authority:role'],
    parent: '/authority/role',
    load: async () => (await import('./role-edit.tsx')).RoleEdit,
  },
];
