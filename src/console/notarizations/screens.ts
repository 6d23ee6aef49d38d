import type { Screen } from '../screen/screen.ts';
import { addressOf } from './address.ts';
import { applicationSource } from './sources.ts';

export const notarizationScreens: readonly Screen[] = [
  {
    path: '/evidence/results',
    title: '出证申请',
    permission: ['notarization:list'],
    list: applicationSource,
    load: async () => (await import('./application-list.tsx')).ApplicationList,
  },
  {
    path: '/evidence/results/:userId/:dataId/:orderId/:type',
    title: '出证详情',
    permission: ['notarization:list'],
    parent: '/evidence/results',
    first: (params) => ({ path: '/api/data/evidencesDetail', fields: { ...addressOf(params) } }),
    load: async () => (await import('./application-detail.tsx')).ApplicationDetailPage,
  },
];
