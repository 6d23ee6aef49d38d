import type { Screen } from '../screen/screen.ts';
import { androidSource, iosSource } from './sources.ts';

export const releaseScreens: readonly Screen[] = [
  {
    path: '/app/version',
    title: '版本管理',
    permission: ['app:version'],
    list: androidSource,
    load: async () => (await import('./version-lists.tsx')).Versions,
  },
  {
    path: '/app/version/Android',
    title: '版本管理',
    permission: ['app:version'],
    list: androidSource,
    load: async () => (await import('./version-lists.tsx')).AndroidVersions,
  },
  {
    path: '/app/version/iOS',
    title: '版本管理',
    permission: ['app:version'],
    list: iosSource,
    load: async () => (await import('./version-lists.tsx')).IosVersions,
  },
  {
    path: '/app/details/:id',
    title: '版本详情',
    permission: ['app:version'],
    parent: 'previous',
    first: ({ id }) => ({ path: '/api/version/detail', fields: { id } }),
    load: async () => (await import('./version-detail.tsx')).VersionDetailPage,
  },
];
