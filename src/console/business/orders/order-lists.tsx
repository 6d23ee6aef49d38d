import type { RowDialog } from '../../kit/list/columns.ts';
import { listScreen } from '../../kit/list/list-screen.tsx';
import { LazyPanelDialog } from '../../kit/panel/lazy-panel-dialog.tsx';
import { chargeSource, orderSource } from './sources.ts';
import { payTone } from './tones.ts';

/** The panel of an order, which has no page of its own. */
const OrderPanel: RowDialog<{ readonly orderNo: string }> = ({ row, close }) => (
  <LazyPanelDialog title={`订单 ${row.orderNo}`} object={`order/${row.orderNo}`} close={close} />
);

const ChargePanel: RowDialog<{ readonly order_no: string }> = ({ row, close }) => (
  <LazyPanelDialog title={`订单 ${row.order_no}`} object={`order/${row.order_no}`} close={close} />
);

export const Orders = listScreen({
  name: 'orders',
  source: orderSource,
  rowKey: (row) => row.orderNo,
  totals: ({ count, money }) => `共 ${count} 笔，所列订单金额合计 ${money} 元（不论是否支付、退款）`,
  columns: [
    { kind: 'opens', title: '订单号', text: (row) => row.orderNo, dialog: OrderPanel, width: 224 },
    { kind: 'text', title: '订单类型', text: (row) => row.orderType_name, width: 72 },
    { kind: 'id', title: '交易流水号', text: (row) => row.trade_no, chars: 12, width: 138 },
    { kind: 'text', title: '名称', text: (row) => row.name, width: 142 },
    { kind: 'mobile', title: '手机号', text: (row) => row.mobile, width: 102 },
    { kind: 'text', title: '用户类型', text: (row) => row.type_name, width: 72 },
    { kind: 'time', title: '下单时间', text: (row) => row.addTime },
    { kind: 'money', title: '金额(元)', text: (row) => row.money, width: 82 },
    { kind: 'status', title: '支付状态', text: (row) => row.pay_name, tone: (row) => payTone(row.pay), width: 86 },
    { kind: 'text', title: '支付方式', text: (row) => row.payType_name, width: 72 },
  ],
  aside: { label: '月度对账', permission: 'finance:order', to: '/money/reconciliation' },
  exportPath: '/api/export/orderExport',
});

export const Charges = listScreen({
  name: 'charges',
  source: chargeSource,
  rowKey: (row) => row.order_no,
  totals: ({ count, recharged, consumed }) => `共 ${count} 笔，充值 ${recharged} 积分，消费 ${consumed} 积分`,
  columns: [
    { kind: 'opens', title: '订单号', text: (row) => row.order_no, dialog: ChargePanel, width: 224 },
    { kind: 'text', title: '名称', text: (row) => row.name },
    { kind: 'mobile', title: '手机号', text: (row) => row.mobile, width: 102 },
    { kind: 'number', title: '积分', text: (row) => String(row.balance), width: 74 },
    { kind: 'text', title: '支付方式', text: (row) => row.payType_name, width: 72 },
    { kind: 'text', title: '订单类型', text: (row) => row.orderType_name, width: 72 },
    { kind: 'text', title: '业务类型', text: (row) => row.oType_name, width: 102 },
    { kind: 'text', title: '用户类型', text: (row) => row.type_name, width: 72 },
    { kind: 'status', title: '支付状态', text: (row) => row.pay_name, tone: (row) => payTone(row.pay), width: 86 },
    { kind: 'time', title: '创建时间', text: (row) => row.create_time },
  ],
  exportPath: '/api/export/orderChargeExport',
});
