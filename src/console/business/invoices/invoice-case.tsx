import type { ReactNode } from 'react';
import type { Invoice } from '../../../contract/console/invoices.ts';
import { StatusDot } from '../../kit/list/cells.tsx';
import { Card, FieldCard, type FieldItem } from '../../kit/ui/field-list.tsx';
import { InvoiceLines } from './invoice-lines.tsx';
import { firstStep, issueStep, type Step } from './invoice-steps.ts';
import { redFlushedNote, redFlushedWord, refundedNote } from './refunded.ts';
import { invoiceTone } from '../../kit/list/status-tones.ts';
import './invoices.css';

interface Props {
  readonly invoice: Invoice;
  /** An act on the orders, beside their title. */
  readonly action?: ReactNode;
  /** Leaves out the steps that have not happened, where the decision beside the case says what comes next. */
  readonly isDeciding?: boolean;
}

/** What is invoiced, to whom and for which orders, and the steps so far: the same on the invoice's page and in its queues. */
export function InvoiceCase({ invoice, action, isDeciding = false }: Props) {
  const steps = [firstStep(invoice), issueStep(invoice)].filter((step) => !isDeciding || step.items.length > 0);
  return (
    <div className="invoice-case">
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
          { label: '电子邮箱', value: invoice.email, isWide: true },
          { label: '收件地址', value: invoice.address, isWide: true },
          { label: '备注', value: invoice.remark },
        ]}
      />
      <Card title="订单明细" action={action}>
        <div className="invoice-lines">
          <InvoiceLines id={invoice.id} money={invoice.money} />
        </div>
      </Card>
      {steps.map((step) => (
        <StepCard key={step.title} step={step} />
      ))}
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
    </div>
  );
}

/** A step with its fields; one line if it has not happened. */
function StepCard({ step: { title, items, none } }: { step: Step }) {
  if (items.length > 0) return <FieldCard title={title} items={items} />;
  return <Card title={title} action={<span className="hint">{none}</span>} />;
}

/** The states of an invoice for the head of its page. */
export function invoiceStates(invoice: Invoice): FieldItem[] {
  return [{ label: '状态', value: <InvoiceState invoice={invoice} /> }];
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
