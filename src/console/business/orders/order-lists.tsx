import { listScreen } from '../../kit/list/list-screen.tsx';
import { orderPath } from '../../kit/screen/order-path.ts';
import { chargeSource, orderSource } from './sources.ts';
import { payTone } from '../../kit/list/status-tones.ts';

export const Orders = listScreen({
  name: 'orders',
  source: orderSource,
  rowKey: (row) => row.orderNo,
  totals: ({ count, money }) => `共 ${count} 笔，所列订单金额合计 ${money} 元（不论是否支付、退款）`,
  columns: [
    { kind: 'link', title: '订单号', text: (row) => row.orderNo, to: (row) => orderPath(row.orderNo), width: 224 },
    { kind: 'text', title: '订单类型', text: (row) => row.orderType_name, width: 72 },
    { kind: 'id', title: '交易流水号', text: (row) => row.trade_no, chars: 10, width: 124 },
    { kind: 'text', title: '名称', text: (row) => row.name, width: 142, grows: true },
    { kind: 'mobile', title: '手机号', text: (row) => row.mobile, width: 102 },
    { kind: 'text', title: '用户类型', text: (row) => row.type_name, width: 72 },
    { kind: 'time', title: '下单时间', text: (row) => row.addTime },
    { kind: 'money', title: '金额(元)', text: (row) => row.money, width: 82 },
    { kind: 'status', title: '支付状态', text: (row) => row.pay_name, tone: (row) => payTone(row.pay, row.pay_name), width: 86 },
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
    { kind: 'link', title: '订单号', text: (row) => row.order_no, to: (row) => orderPath(row.order_no), width: 224 },
    { kind: 'text', title: '名称', text: (row) => row.name },
    { kind: 'mobile', title: '手机号', text: (row) => row.mobile, width: 102 },
    { kind: 'number', title: '积分', text: (row) => String(row.balance), width: 74 },
    { kind: 'text', title: '支付方式', text: (row) => row.payType_name, width: 72 },
    { kind: 'text', title: '订单类型', text: (row) => row.orderType_name, width: 72 },
    { kind: 'text', title: '业务类型', text: (row) => row.oType_name, width: 102 },
    { kind: 'text', title: '用户类型', text: (row) => row.type_name, width: 72 },
    { kind: 'status', title: '支付状态', text: (row) => row.pay_name, tone: (row) => payTone(row.pay, row.pay_name), width: 86 },
    { kind: 'time', title: '创建时间', text: (row) => row.create_time },
  ],
  exportPath: '/api/export/orderChargeExport',
});
