import type { InvoiceLine } from '../../../contract/console/invoices.ts';
import { Link } from 'react-router';
import { orderKind, payStatus } from '../../../domain/business/codes/orders.ts';
import { StatusDot } from '../../kit/list/cells.tsx';
import { PlainTable, type TableColumn } from '../../kit/ui/plain-table.tsx';
import { RetryButton } from '../../kit/ui/retry-button.tsx';
import { useOperator } from '../../kit/session/operator.tsx';
import { errorToShow } from '../../kit/net/verdict.ts';
import { useInvoiceLines } from './invoice-query.ts';
import { orderPath } from '../../kit/screen/order-path.ts';
import { payTone } from '../../kit/list/status-tones.ts';

interface Props {
  readonly id: string;
  /** Amount of the invoice, which is the sum of the lines. */
  readonly money: string;
  /** Adds a column with the state of payment; without it only refunded orders are marked. */
  readonly isWhole?: boolean;
}

/** The orders of an invoice. */
export function InvoiceLines({ id, money, isWhole = false }: Props) {
  const { data, error: failure, refetch } = useInvoiceLines(id);
  const error = errorToShow(failure);
  if (data) {
    return (
      <>
        <PlainTable
          rows={data.list}
          rowKey={(line) => line.order_no}
          columns={isWhole ? [number, ...columns, payment, amount] : [markedNumber, ...columns, amount]}
        />
        <p className="invoice-sum">
          共 {data.count} 笔，合计 {money} 元
        </p>
      </>
    );
  }
  if (!error) return <p className="invoice-wait" aria-busy="true" />;
  return (
    <div className="invoice-wait" role="alert">
      <p>{error.message}</p>
      <RetryButton retry={refetch} />
    </div>
  );
}

// oxlint-disable-next-line react/no-unstable-nested-components -- a table cell, created once
const number: TableColumn<InvoiceLine> = { title: '订单号', cell: (line) => <OrderLink line={line} /> };
const markedNumber: TableColumn<InvoiceLine> = {
  ...number,
  cell: (line) => (
    <span className="invoice-state">
      <OrderLink line={line} />
      {payStatus.is(line.pay, 'refunded') && <PaymentState line={line} />}
    </span>
  ),
};
const columns: readonly TableColumn<InvoiceLine>[] = [
  { title: '下单时间', cell: (line) => line.create_time },
  { title: '交易流水号', cell: (line) => line.trade_no },
  { title: '支付方式', cell: (line) => line.pay_type_name },
  { title: '订单类型', cell: (line) => line.order_type_name },
  { title: '付款账号', cell: (line) => line.buyer_id },
];
const amount: TableColumn<InvoiceLine> = { title: '金额', cell: (line) => line.balance };
// oxlint-disable-next-line react/no-unstable-nested-components -- a table cell, created once
const payment: TableColumn<InvoiceLine> = { title: '支付状态', cell: (line) => <PaymentState line={line} /> };

/** A link for operators who may open the order; the others, such as a cashier, read its number. */
function OrderLink({ line }: { line: InvoiceLine }) {
  const { can } = useOperator();
  const isOpen = can(orderKind.is(line.order_type, 'notarization') ? 'finance:order' : 'finance:charge');
  return isOpen ? <Link to={orderPath(line.order_no)}>{line.order_no}</Link> : line.order_no;
}

function PaymentState({ line }: { line: InvoiceLine }) {
  return <StatusDot tone={payTone(line.pay, line.pay_name)} text={line.pay_name} />;
}
