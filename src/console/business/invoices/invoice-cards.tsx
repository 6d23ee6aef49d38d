import type { Invoice } from '../../../contract/console/invoices.ts';
import { StatusDot } from '../../kit/list/cells.tsx';
import { FieldCard } from '../../kit/ui/field-list.tsx';
import { redFlushedNote, redFlushedWord, refundedNote } from './refunded.ts';
import { invoiceTone } from './tones.ts';

/** What was requested, where it is delivered, and the decisions so far. */
export function InvoiceCards({ invoice }: { invoice: Invoice }) {
  return (
    <>
      <FieldCard
        title="发票信息"
        items={[
          { label: '发票抬头', value: invoice.head },
          { label: '发票类型', value: invoice.type_name },
          { label: '状态', value: <InvoiceState invoice={invoice} /> },
          { label: '税号', value: invoice.tax_num },
          { label: '开票金额', value: `${invoice.money} 元` },
          { label: '申请时间', value: invoice.create_time },
          { label: '开户银行', value: invoice.bank_name },
          { label: '银行账号', value: invoice.account },
          { label: '注册电话', value: invoice.phone_number },
          { label: '注册地址', value: invoice.street },
          { label: '用户名', value: invoice.username },
          { label: '手机号', value: invoice.mobile },
        ]}
      />
      <FieldCard
        title="收件信息"
        items={[
          { label: '收件人', value: invoice.recipient_name },
          { label: '联系电话', value: invoice.post_phone_number },
          { label: '电子邮箱', value: invoice.email },
          { label: '收件地址', value: invoice.address },
          { label: '备注', value: invoice.remark },
        ]}
      />
      <FieldCard
        title="初审信息"
        items={[
          { label: '初审人', value: invoice.check_first_name },
          { label: '初审时间', value: invoice.check_first_time },
          { label: '初审备注', value: invoice.first_remark },
        ]}
      />
      <FieldCard
        title="开票信息"
        items={[
          { label: '审核人', value: invoice.check_review_name },
          { label: '审核时间', value: invoice.check_review_time },
          { label: '审核备注', value: invoice.check_remark },
          { label: '开票时间', value: invoice.deal_time },
          { label: '开票人', value: invoice.deal_user },
          { label: '快递单号', value: invoice.courier_number },
          { label: '发票代码', value: invoice.deal_code },
          { label: '发票号码', value: invoice.deal_num },
        ]}
      />
      {invoice.red_num !== '' && (
        <FieldCard
          title="红冲信息"
          columns={2}
          items={[
            { label: '红字发票号码', value: invoice.red_num },
            { label: '红冲时间', value: invoice.red_time },
            { label: '红冲人', value: invoice.red_user },
          ]}
        />
      )}
    </>
  );
}

function InvoiceState({ invoice }: { invoice: Invoice }) {
  const refunded = refundedNote(invoice.refunded_orders);
  return (
    <span className="invoice-state">
      <StatusDot tone={invoiceTone(invoice.status)} text={invoice.status_name} />
      {invoice.red_num !== '' && <StatusDot tone="over" text={redFlushedWord} note={redFlushedNote(invoice.red_num)} />}
      {refunded !== '' && <StatusDot tone="over" text="含已退款订单" note={refunded} />}
    </span>
  );
}
