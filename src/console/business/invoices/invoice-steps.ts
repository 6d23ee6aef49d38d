import type { Invoice } from '../../../contract/console/invoices.ts';
import { invoiceStatus } from '../../../domain/business/codes/invoices.ts';
import type { FieldItem } from '../../kit/ui/field-list.tsx';

/** A step of an invoice. Without items it has not happened, and `none` says so. */
export interface Step {
  readonly title: string;
  readonly items: readonly FieldItem[];
  readonly none: string;
}

export function firstStep(invoice: Invoice): Step {
  return {
    title: '初审信息',
    none: '尚未初审',
    items:
      invoice.check_first_name === ''
        ? []
        : [
            { label: '初审人', value: invoice.check_first_name },
            { label: '初审时间', value: invoice.check_first_time },
            { label: '初审备注', value: invoice.first_remark },
          ],
  };
}

/** An invoice that the cashier refused has no number, so it has the decision alone. */
export function issueStep(invoice: Invoice): Step {
  const isRefused = invoiceStatus.is(invoice.status, 'rejected');
  const decision = [
    { label: '审核人', value: invoice.check_review_name },
    { label: '审核时间', value: invoice.check_review_time },
    { label: '审核备注', value: invoice.check_remark },
  ];
  const issue = [
    { label: '开票时间', value: invoice.deal_time },
    { label: '开票人', value: invoice.deal_user },
    { label: '快递单号', value: invoice.courier_number },
    { label: '发票代码', value: invoice.deal_code },
    { label: '发票号码', value: invoice.deal_num },
  ];
  return {
    title: '开票信息',
    none: isRefused ? '初审不通过，没有开票' : '尚未开票',
    items: invoice.check_review_name === '' ? [] : isRefused ? decision : [...decision, ...issue],
  };
}
