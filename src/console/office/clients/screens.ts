import type { Screen } from '../../kit/screen/screen.ts';
import { callSource, clientSource } from './sources.ts';

export const clientScreens: readonly Screen[] = [
  {
    path: '/open/client',
    title: '接口客户端',
    permission: ['open:client'],
    list: clientSource,
    load: () => import('./client-list.tsx').then((screen) => screen.ClientList),
  },
  {
    path: '/open/client/calls/:app_id',
    title: '调用记录',
    permission: ['open:client'],
    parent: '/open/client',
    list: callSource,
    load: () => import('./call-list.tsx').then((screen) => screen.CallList),
  },
];
