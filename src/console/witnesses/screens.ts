import type { Screen } from '../screen/screen.ts';

export const witnessScreens: readonly Screen[] = [
  {
    path: '/custody/witness',
    title: '见证',
    permission: ['custody:witness'],
    first: () => ({ path: '/api/ajax/custody/getWitnesses', fields: {} }),
    load: () => import('./witness-page.tsx').then((screen) => screen.WitnessPage),
  },
  {
    path: '/custody/witness/:conflict_id',
    title: '日志分叉',
    permission: ['custody:witness'],
    parent: '/custody/witness',
    first: ({ conflict_id: id = '' }) => ({ path: '/api/ajax/custody/getFork', fields: { id } }),
    load: () => import('./fork-page.tsx').then((screen) => screen.ForkPage),
  },
];
