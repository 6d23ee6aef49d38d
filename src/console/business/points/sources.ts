import { giftType, orderType } from '../../../domain/business/codes/points.ts';
import { userType } from '../../../domain/business/codes/users.ts';
import { listSource } from '../../kit/list/list-source.ts';

export const balanceSource = listSource('/api/ajax/user/getBalanceList', {}, [
  { kind: 'select', field: 'status', label: '用户类型', options: userType.options },
  { kind: 'text', field: 'keyword', label: '关键字', placeholder: '名称或手机号' },
]);

/** The bookings of the user in the address. */
export function balanceDetailSource({ id = '' }: Readonly<Record<string, string | undefined>>) {
  return listSource('/api/ajax/user/userBalanceDetails', { userId: id }, [
    { kind: 'days', field: 'datetime', label: '时间' },
    { kind: 'select', field: 'order_type', label: '类型', options: orderType.options },
  ]);
}

export const giftSource = listSource('/api/ajax/user/getPoints', {}, [
  { kind: 'text', field: 'keyword', label: '手机号', placeholder: '请输入手机号' },
  { kind: 'select', field: 'userStatus', label: '用户类型', options: userType.options },
  { kind: 'select', field: 'type', label: '积分类型', options: giftType.options },
]);
