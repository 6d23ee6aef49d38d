import type { Screen } from '../../kit/screen/screen.ts';

export const systemScreens: readonly Screen[] = [
  {
    path: '/office/status',
    title: '系统状态',
    permission: ['system:status'],
    first: () => ({ path: '/api/ajax/system/getStatus', fields: {} }),
    load: () => import('./status-page.tsx').then((screen) => screen.SystemStatusPage),
  },
];
