import { payStatus } from '../../../domain/business/codes/orders.ts';
import { userType } from '../../../domain/business/codes/users.ts';
import { listSource } from '../../kit/list/list-source.ts';

const keyword = { kind: 'text', field: 'keyword', label: '关键字', placeholder: '订单号/流水号/名称/手机号' } as const;
const pay = { kind: 'select', field: 'pay', label: '支付状态', options: payStatus.options, isTabs: true } as const;
const ordered = { kind: 'times', field: 'datetime', label: '下单时间' } as const;

export const orderSource = listSource('/api/ajax/data/getOrderList', {}, [keyword, pay, ordered]);

export const chargeSource = listSource('/api/ajax/data/getOrderChargeList', {}, [
  keyword,
  pay,
  ordered,
  { kind: 'select', field: 'type', label: '用户类型', options: userType.options },
]);
