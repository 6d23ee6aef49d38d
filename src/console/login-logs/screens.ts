import type { ComponentType } from 'react';
import type { Screen } from '../screen/screen.ts';
import { adminLogSource, userLogSource } from './sources.ts';

export const loginLogScreens: readonly Screen[] = [
  { path: '/user/userLog', title: '前台登录日志', permission: ['authority:userLog'], list: userLogSource, load: userLog },
  {
    path: '/authority/log',
    title: '后台登录日志',
    permission: ['authority:log'],
    list: adminLogSource,
    load: async () => (await import('./admin-log.tsx')).AdminLog,
  },
  { path: '/authority/userLog', title: '前台登录日志', permission: ['authority:userLog'], list: userLogSource, load: userLog },
];

/** One function for both addresses, since a screen that was loaded is known by it. */
async function userLog(): Promise<ComponentType> {
  return (await import('./user-log.tsx')).UserLog;
}
