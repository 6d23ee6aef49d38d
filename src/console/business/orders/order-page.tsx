import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import type { OrderDetail } from '../../../contract/console/orders.ts';
import { payStatus } from '../../../domain/business/codes/orders.ts';
import { businessType } from '../../../domain/business/codes/points.ts';
import { get } from '../../kit/net/call.ts';
import { StatusDot } from '../../kit/list/cells.tsx';
import { invoiceTone, notarialTone, payTone } from '../../kit/list/status-tones.ts';
import { SidePanelLayout } from '../../kit/panel/object-panel.tsx';
import { useOperator } from '../../kit/session/operator.tsx';
import { Card, FieldCard, FieldList } from '../../kit/ui/field-list.tsx';
import { given } from '../../kit/ui/given-text.tsx';
import { PlainTable, type TableColumn } from '../../kit/ui/plain-table.tsx';
import { QueryView } from '../../kit/ui/query-view.tsx';
import { RecordHead } from '../../kit/ui/record-head.tsx';
import { headAmount, invoiceText, pointsText } from './order-text.ts';
import './order-page.css';

const path = '/api/ajax/data/getOrderDetail';

/** An order of either list: its payment and its refund, and the application, the points and the invoice that belong to it. */
export function OrderPage() {
  const { orderNo = '' } = useParams();
  const query = useQuery({
    queryKey: [path, orderNo],
    queryFn: ({ signal }) => get(path, { orderNo }, { signal, quiet: true }),
  });
  return (
    <QueryView query={query}>
      {(order) => (
        <SidePanelLayout object={`order/${order.orderNo}`}>
          <Order order={order} />
        </SidePanelLayout>
      )}
    </QueryView>
  );
}

function Order({ order }: { order: OrderDetail }) {
  const { name, orderNo, application } = order;
  const payment = <StatusDot tone={payTone(order.pay, order.pay_name)} text={order.pay_name} />;
  return (
    <>
      <RecordHead
        name={name}
        amount={headAmount(order)}
        number={{ label: '订单号', text: orderNo }}
        states={[{ label: '支付状态', value: payment }]}
      />
      <FieldCard
        title="订单信息"
        items={[
          { label: '订单类型', value: order.orderTypeName },
          { label: '下单时间', value: order.addTime },
          { label: '支付状态', value: payment },
          { label: '名称', value: <Page to={order.user_url}>{name}</Page> },
          { label: '手机号', value: order.mobile },
          { label: '用户类型', value: order.type_name },
        ]}
      />
      {order.money !== '' && <Payment order={order} />}
      {order.refund && (
        <FieldCard
          title="退款信息"
          columns={2}
          items={[
            { label: '退款订单号', value: order.refund.refundOrderNo },
            { label: '退款金额', value: `${order.refund.money} 元` },
            { label: '退款时间', value: order.refund.refund_time },
            { label: '退款原因', value: order.refund.reason },
          ]}
        />
      )}
      {application && (
        <Card title="出证申请" action={<Link to={application.url}>查看出证详情</Link>}>
          <FieldList
            items={[
              {
                label: '出证状态',
                value: application.status_name && (
                  <StatusDot
                    tone={notarialTone({ notarialStatus: application.status, statusRemark: application.remark })}
                    text={application.status_name}
                  />
                ),
              },
              { label: '证据数量', value: String(application.num) },
              { label: '受理人', value: application.acceptor_name },
            ]}
          />
        </Card>
      )}
      {order.points !== null && <Points order={order} points={order.points} />}
      {order.money !== '' && <InvoiceCard order={order} />}
    </>
  );
}

/** How it was paid; the gateway's notices where there was more than the one that paid it. */
function Payment({ order }: { order: OrderDetail }) {
  const isPlain = order.payments.every((notice) => notice.is_paid) && order.payments.length < 2;
  return (
    <Card title="支付信息">
      {order.pay_time === '' ? (
        <p className="hint">{payStatus.is(order.pay, 'failed') ? '支付失败，尚未付款' : '尚未支付'}</p>
      ) : (
        <FieldList
          columns={2}
          items={[
            { label: '支付方式', value: order.payType_name },
            { label: '支付时间', value: order.pay_time },
            { label: '交易流水号', value: order.trade_no },
            { label: '付款账号', value: order.buyer_id },
          ]}
        />
      )}
      {!isPlain && (
        <div className="order-notices">
          <PlainTable rows={order.payments} rowKey={({ id }) => id} columns={noticeColumns} />
        </div>
      )}
    </Card>
  );
}

const noticeColumns: readonly TableColumn<OrderDetail['payments'][number]>[] = [
  { title: '通知时间', cell: ({ time }) => time },
  // oxlint-disable-next-line react/no-unstable-nested-components -- a table cell, created once
  { title: '支付结果', cell: ({ is_paid: isPaid, result_name: text }) => <StatusDot tone={isPaid ? 'done' : 'failed'} text={text} /> },
  { title: '支付方式', cell: (notice) => notice.pay_type_name },
  { title: '交易流水号', cell: (notice) => notice.trade_no },
  { title: '付款账号', cell: (notice) => notice.buyer_id },
  { title: '金额(元)', cell: ({ money }) => money },
];

/** The points of a recharge, or what they were spent on. */
function Points({ order, points }: { order: OrderDetail; points: number }) {
  const { evidence } = order;
  const isEvidence = order.orderTypeName === businessType.label('evidence');
  return (
    <FieldCard
      title={order.money === '' ? '消费信息' : '充值信息'}
      items={[
        { label: '业务类型', value: order.orderTypeName },
        { label: '积分', value: pointsText(points) },
        ...(evidence
          ? [{ label: isEvidence ? '存证编号' : '取证编号', value: <Page to={evidence.url}>{evidence.baoquan}</Page>, isWide: true }]
          : []),
      ]}
    />
  );
}

/** Nothing for operators who may see no invoices, because the answer then names none even if there is one. */
function InvoiceCard({ order: { invoice, pay_time: paidAt } }: { order: OrderDetail }) {
  const { can } = useOperator();
  if (!can('finance:invoice')) return null;
  if (!invoice)
    return (
      <Card title="发票">
        <p className="hint">{invoiceText(paidAt)}</p>
      </Card>
    );
  return (
    <Card title="发票" action={<Link to={invoice.url}>查看开票详情</Link>}>
      <FieldList
        items={[
          { label: '发票抬头', value: invoice.head },
          { label: '发票金额', value: `${invoice.money} 元` },
          {
            label: '发票状态',
            value: <StatusDot tone={invoice.is_flushed ? 'over' : invoiceTone(invoice.status)} text={invoice.status_name} />,
          },
        ]}
      />
    </Card>
  );
}

/** A link, or the words alone if the operator may not open the page. */
function Page({ to, children }: { to: string; children: ReactNode }) {
  return to === '' ? given(children) : <Link to={to}>{given(children)}</Link>;
}
