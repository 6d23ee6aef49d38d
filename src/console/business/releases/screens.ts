import type { Screen } from '../../kit/screen/screen.ts';
import { androidSource, iosSource } from './sources.ts';

export const releaseScreens: readonly Screen[] = [
  {
    path: '/app/version',
    title: '版本管理',
    permission: ['app:version'],
    list: androidSource,
    load: () => import('./version-lists.tsx').then((screen) => screen.Versions),
  },
  {
    path: '/app/version/Android',
    title: '版本管理',
    permission: ['app:version'],
    list: androidSource,
    load: () => import('./version-lists.tsx').then((screen) => screen.AndroidVersions),
  },
  {
    path: '/app/version/iOS',
    title: '版本管理',
    permission: ['app:version'],
    list: iosSource,
    load: () => import('./version-lists.tsx').then((screen) => screen.IosVersions),
  },
  {
    path: '/app/details/:id',
    title: '版本详情',
    permission: ['app:version'],
    parent: 'previous',
    first: ({ id }) => ({ path: '/api/version/detail', fields: { id } }),
    load: () => import('./version-detail.tsx').then((screen) => screen.VersionDetailPage),
  },
];
