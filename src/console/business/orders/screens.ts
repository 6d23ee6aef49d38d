import type { Screen } from '../../kit/screen/screen.ts';
import { chargeSource, orderSource } from './sources.ts';

export const orderScreens: readonly Screen[] = [
  {
    path: '/money/just',
    title: '公证订单',
    permission: ['finance:order'],
    list: orderSource,
    load: () => import('./order-lists.tsx').then((screen) => screen.Orders),
  },
  {
    path: '/money/order/:orderNo',
    title: '订单详情',
    permission: ['finance:order', 'finance:charge'],
    parent: 'previous',
    first: ({ orderNo }) => ({ path: '/api/ajax/data/getOrderDetail', fields: { orderNo } }),
    load: () => import('./order-page.tsx').then((screen) => screen.OrderPage),
  },
  {
    path: '/money/reconciliation',
    title: '月度对账',
    permission: ['finance:order'],
    parent: '/money/just',
    load: () => import('./reconciliation-page.tsx').then((screen) => screen.ReconciliationPage),
  },
  {
    path: '/money/customer',
    title: '充值消费订单',
    permission: ['finance:charge'],
    list: chargeSource,
    load: () => import('./order-lists.tsx').then((screen) => screen.Charges),
  },
];
