import type { Screen } from '../../kit/screen/screen.ts';
import { balanceDetailSource, balanceSource, giftSource } from './sources.ts';

export const pointsScreens: readonly Screen[] = [
  {
    path: '/user/balance',
    title: '用户余额查询',
    permission: ['user:balance'],
    list: balanceSource,
    load: () => import('./balances.tsx').then((screen) => screen.Balances),
  },
  {
    path: '/user/balance/detail/:id',
    title: '余额明细',
    permission: ['user:balance'],
    parent: '/user/balance',
    list: balanceDetailSource,
    load: () => import('./balance-details.tsx').then((screen) => screen.BalanceDetails),
  },
  {
    path: '/user/integral',
    title: '积分赠送',
    permission: ['user:integral'],
    list: giftSource,
    load: () => import('./gifts.tsx').then((screen) => screen.Gifts),
  },
];
