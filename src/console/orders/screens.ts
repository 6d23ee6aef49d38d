import type { Screen } from '../screen/screen.ts';
import { chargeSource, orderSource } from './sources.ts';

export const orderScreens: readonly Screen[] = [
  {
    path: '/money/just',
    title: '公证订单',
    permission: ['finance:order'],
    list: orderSource,
    load: async () => (await import('./order-lists.tsx')).Orders,
  },
  {
    path: '/money/reconciliation',
    title: '月度对账',
    permission: ['finance:order'],
    parent: '/money/just',
    load: async () => (await import('./reconciliation-page.tsx')).ReconciliationPage,
  },
  {
    path: '/money/customer',
    title: '充值消费订单',
    permission: ['finance:charge'],
    list: chargeSource,
    load: async () => (await import('./order-lists.tsx')).Charges,
  },
];
