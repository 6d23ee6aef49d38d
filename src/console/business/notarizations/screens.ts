import { queueEntry } from '../../kit/queue/queue-entry.ts';
import type { Screen } from '../../kit/screen/screen.ts';
import { addressOf } from './address.ts';
import { applicationSource } from './sources.ts';

export const notarizationScreens: readonly Screen[] = [
  {
    path: '/evidence/results',
    title: '出证申请',
    permission: ['notarization:list'],
    list: applicationSource,
    load: () => import('./application-list.tsx').then((screen) => screen.ApplicationList),
  },
  {
    path: '/evidence/results/:userId/:dataId/:orderId/:type',
    title: '出证详情',
    permission: ['notarization:list'],
    parent: '/evidence/results',
    first: (params) => ({ path: '/api/data/evidencesDetail', fields: { ...addressOf(params) } }),
    load: () => import('./application-detail.tsx').then((screen) => screen.ApplicationDetailPage),
  },
  queueEntry('notarization', '/evidence/results', () => import('./queue.tsx').then((screen) => screen.NotarizationQueue)),
];
