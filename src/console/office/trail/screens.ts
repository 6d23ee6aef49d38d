import type { Screen } from '../../kit/screen/screen.ts';
import { trailSource } from './sources.ts';

export const trailScreens: readonly Screen[] = [
  {
    path: '/authority/trail',
    title: '操作日志',
    permission: ['authority:trail'],
    list: trailSource,
    load: () => import('./trail-list.tsx').then((screen) => screen.TrailList),
  },
];
