import { invoiceStatus } from '../../../domain/business/codes/invoices.ts';
import { postedListSource } from '../../kit/list/list-source.ts';

export const invoiceSource = postedListSource('/api/invoice/invoiceList', {}, [
  { kind: 'text', field: 'keyword', label: '关键字', placeholder: '抬头/用户/手机号/税号' },
  // The filter has its own label for 2 (spec/finance-app-authority, 2.1).
  {
    kind: 'select',
    field: 'status',
    label: '状态',
    isTabs: true,
    options: invoiceStatus.options.map((option) => (invoiceStatus.is(option.value, 'submitted') ? { ...option, label: '已提交' } : option)),
  },
]);
