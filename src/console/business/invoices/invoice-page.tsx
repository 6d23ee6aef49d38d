import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { invoiceStatus } from '../../../domain/business/codes/invoices.ts';
import { redFlushObstacle, stepOf, type InvoiceStep } from '../../../domain/business/rules/invoice.ts';
import { useCurrentRecord } from '../../kit/search/current-record.ts';
import { useOperator } from '../../kit/session/operator.tsx';
import type { ReplyOf } from '../../kit/net/call.ts';
import { SidePanelLayout } from '../../kit/panel/object-panel.tsx';
import { GuardedButton } from '../../kit/ui/guarded-button.tsx';
import { QueryView } from '../../kit/ui/query-view.tsx';
import { RecordHead } from '../../kit/ui/record-head.tsx';
import { InvoiceCase, invoiceStates } from './invoice-case.tsx';
import { useInvoice } from './invoice-query.ts';
import { stepPage, stepPermission } from './steps.ts';
import type { DecisionKind } from './issue-fields.ts';

type ShownInvoice = ReplyOf<'POST', '/api/invoice/invoiceDetail'>;

const InvoiceDecision = lazy(async () => ({ default: (await import('./invoice-decision.tsx')).InvoiceDecision }));
const RedFlushDialog = lazy(async () => ({ default: (await import('./red-flush-dialog.tsx')).RedFlushDialog }));
const OrdersDialog = lazy(async () => ({ default: (await import('./orders-dialog.tsx')).OrdersDialog }));

export function InvoiceView() {
  return <InvoicePage />;
}

export function InvoiceAudit() {
  return <InvoicePage step="first" />;
}

export function InvoiceMakeOut() {
  return <InvoicePage step="finance" />;
}

/** One invoice; `step` is the act that the address was opened for. */
function InvoicePage({ step }: { step?: InvoiceStep }) {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const query = useInvoice(id);
  return (
    <QueryView query={query}>
      {(invoice) => (
        <SidePanelLayout object={`invoice/${id}`}>
          <InvoiceContent key={id} invoice={invoice} step={step} />
        </SidePanelLayout>
      )}
    </QueryView>
  );
}

const ways: Record<InvoiceStep, readonly { way: DecisionKind; label: string }[]> = {
  first: [
    { way: 'reject', label: '不通过' },
    { way: 'approve', label: '提交财务' },
  ],
  finance: [
    { way: 'reject', label: '不通过' },
    { way: 'approve', label: '同意开票' },
  ],
};

/** The act is possible only while the invoice waits for it, and only with permission; otherwise the page is read-only. */
function InvoiceContent({ invoice, step }: { invoice: ShownInvoice; step: InvoiceStep | undefined }) {
  const { can } = useOperator();
  const [way, setWay] = useState<DecisionKind>();
  const [isOrdersOpen, setOrdersOpen] = useState(false);
  const [isFlushing, setFlushing] = useState(false);
  // The operator who did the first review learns here that they may not issue, before they fill in anything.
  const refusal = step === 'finance' ? invoice.issue_refusal : '';
  const waitsFor = stepOf(invoiceStatus.nameOf(invoice.status) ?? 'issued');
  const mayFlush = can(stepPermission.finance) && redFlushObstacle(standing(invoice)) === null;
  const isOpen = step !== undefined && waitsFor === step && can(stepPermission[step]) && refusal === '';
  // The page that was opened to look leads to the one where the reader's step is taken.
  const turn = step === undefined && waitsFor && can(stepPermission[waitsFor]) && invoice.issue_refusal === '' ? waitsFor : null;
  useCurrentRecord({
    acts: [
      ...(isOpen ? ways[step].map((one) => ({ label: one.label, run: () => setWay(one.way) })) : []),
      ...(mayFlush ? [{ label: '红冲', run: () => setFlushing(true) }] : []),
      { label: '查看订单详情', run: () => setOrdersOpen(true) },
    ],
  });
  return (
    <>
      <RecordHead
        name={invoice.head}
        amount={`${invoice.money} 元`}
        number={{ label: '申请编号', text: invoice.id }}
        states={invoiceStates(invoice)}
      >
        {mayFlush && (
          <GuardedButton type="button" className="btn btn-danger" onClick={() => setFlushing(true)}>
            红冲
          </GuardedButton>
        )}
        {isOpen &&
          ways[step].map((one) => (
            <GuardedButton
              key={one.way}
              type="button"
              className={one.way === 'approve' ? 'btn btn-primary' : 'btn btn-danger'}
              onClick={() => setWay(one.way)}
            >
              {one.label}
            </GuardedButton>
          ))}
        {turn && (
          <Link className="btn btn-primary" to={stepPage(turn, invoice.id).to}>
            {stepPage(turn, invoice.id).label}
          </Link>
        )}
      </RecordHead>
      {step !== undefined && !isOpen && (
        <p className="invoice-note" role="status">
          {refusal !== ''
            ? `${refusal}，您仅可查看`
            : waitsFor === step
              ? '您没有处理此发票的权限，仅可查看'
              : `此发票当前状态为${invoice.status_name}，仅可查看`}
        </p>
      )}
      <InvoiceCase invoice={invoice} action={<GuardedButton onClick={() => setOrdersOpen(true)}>查看订单详情</GuardedButton>} />
      <Suspense>
        {isOpen && way && <InvoiceDecision invoice={invoice} step={step} way={way} close={() => setWay(undefined)} />}
        {mayFlush && isFlushing && <RedFlushDialog invoice={invoice} close={() => setFlushing(false)} />}
        {isOrdersOpen && <OrdersDialog invoice={invoice} close={() => setOrdersOpen(false)} />}
      </Suspense>
    </>
  );
}

function standing({ status, red_num, refunded_orders }: ShownInvoice) {
  return { status: invoiceStatus.nameOf(status) ?? 'pending', isFlushed: red_num !== '', refunded: refunded_orders.length };
}
