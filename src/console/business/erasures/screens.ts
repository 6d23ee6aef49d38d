import type { Screen } from '../../kit/screen/screen.ts';

export const erasureScreens: readonly Screen[] = [
  {
    path: '/user/erasure',
    title: '个人信息删除',
    permission: ['user:erasure'],
    first: () => ({ path: '/api/ajax/user/getErasures', fields: { limit: 100 } }),
    load: () => import('./erasure-page.tsx').then((screen) => screen.ErasurePage),
  },
];
