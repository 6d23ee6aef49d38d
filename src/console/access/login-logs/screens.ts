import type { ComponentType } from 'react';
import type { Screen } from '../../kit/screen/screen.ts';
import { adminLogSource, userLogSource } from './sources.ts';

export const loginLogScreens: readonly Screen[] = [
  { path: '/user/userLog', title: '前台登录日志', permission: ['authority:userLog'], list: userLogSource, load: userLog },
  {
    path: '/authority/log',
    title: '后台登录日志',
    permission: ['authority:log'],
    list: adminLogSource,
    load: () => import('./admin-log.tsx').then((screen) => screen.AdminLog),
  },
  { path: '/authority/userLog', title: '前台登录日志', permission: ['authority:userLog'], list: userLogSource, load: userLog },
];

/** One function for both addresses, because loaded screens are cached by their load function. */
function userLog(): Promise<ComponentType> {
  return import('./user-log.tsx').then((screen) => screen.UserLog);
}
