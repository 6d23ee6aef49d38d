import { deliveryState } from '../../../domain/business/codes/document-deliveries.ts';
import { notarialStatus } from '../../../domain/business/codes/notarizations.ts';
import { payStatus } from '../../../domain/business/codes/orders.ts';
import { listSource } from '../../kit/list/list-source.ts';

export const applicationSource = listSource('/api/ajax/data/getEvidencesList', {}, [
  { kind: 'days', field: 'datetime', label: '申请时间' },
  { kind: 'select', field: 'pay', label: '支付状态', options: payStatus.options },
  { kind: 'select', field: 'status', label: '出证状态', options: notarialStatus.options, isTabs: true },
  { kind: 'select', field: 'delivery', label: '送达状态', options: deliveryState.options },
  { kind: 'text', field: 'keyword', label: '手机号', placeholder: '手机号/订单号/名称' },
  { kind: 'order', field: 'sort', label: '待审核的在前，期限近的在前', value: 'due' },
]);
