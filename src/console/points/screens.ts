import type { Screen } from '../screen/screen.ts';
import { balanceDetailSource, balanceSource, giftSource } from './sources.ts';

export const pointsScreens: readonly Screen[] = [
  {
    path: '/user/balance',
    title: '用户余额查询',
    permission: ['user:balance'],
    list: balanceSource,
    load: async () => (await import('./balances.tsx')).Balances,
  },
  {
    path: '/user/balance/detail/:id',
    title: '余额明细',
    permission: ['user:balance'],
    parent: '/user/balance',
    list: balanceDetailSource,
    load: async () => (await import('./balance-details.tsx')).BalanceDetails,
  },
  {
    path: '/user/integral',
    title: '积分赠送',
    permission: ['user:integral'],
    list: giftSource,
    load: async () => (await import('./gifts.tsx')).Gifts,
  },
];
