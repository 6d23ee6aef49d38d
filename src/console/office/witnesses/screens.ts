import type { Screen } from '../../kit/screen/screen.ts';

export const witnessScreens: readonly Screen[] = [
  {
    path: '/office/witness',
    title: '见证',
    permission: ['custody:witness'],
    first: () => ({ path: '/api/ajax/custody/getWitnesses', fields: {} }),
    load: () => import('./witness-page.tsx').then((screen) => screen.WitnessPage),
  },
  {
    path: '/office/witness/:conflict_id',
    title: '日志分叉',
    permission: ['custody:witness'],
    parent: '/office/witness',
    first: ({ conflict_id: id = '' }) => ({ path: '/api/ajax/custody/getFork', fields: { id } }),
    load: () => import('./fork-page.tsx').then((screen) => screen.ForkPage),
  },
];
