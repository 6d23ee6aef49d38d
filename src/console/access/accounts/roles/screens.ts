import { roleSource } from '../sources.ts';
import type { Screen } from '../../../kit/screen/screen.ts';

export const roleScreens: readonly Screen[] = [
  {
    path: '/authority/role',
    title: '角色管理',
    permission: ['authority:role'],
    list: roleSource,
    load: () => import('./role-list.tsx').then((screen) => screen.RoleList),
  },
  {
    path: '/authority/role-add',
    title: '新增角色',
    permission: ['authority:role:edit'],
    parent: '/authority/role',
    first: () => ({ path: '/api/ajax/role/getAllRule', fields: {} }),
    load: () => import('./role-add.tsx').then((screen) => screen.RoleAdd),
  },
  {
    path: '/authority/role-edit/:id',
    title: '编辑角色',
    permission: ['authority:role'],
    parent: '/authority/role',
    load: () => import('./role-edit.tsx').then((screen) => screen.RoleEdit),
  },
];
