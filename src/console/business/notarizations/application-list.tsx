import { payStatus } from '../../../domain/business/codes/orders.ts';
import { listScreen } from '../../kit/list/list-screen.tsx';
import { applicationPath } from './address.ts';
import { deadlineText, deadlineTone } from './deadline.ts';
import { nameOf, reassigners, reassignObstacle } from './reassign/reassigned-row.ts';
import { ReassignButton } from './reassign/reassign-button.tsx';
import { applicationSource } from './sources.ts';
import { notarialText } from './state-text.ts';
import { notarialTone, payTone } from '../../kit/list/status-tones.ts';

export const ApplicationList = listScreen({
  name: 'applications',
  source: applicationSource,
  rowKey: (row) => row.orderId,
  exportPath: '/api/export/applicationExport',
  selectable: {
    permissions: reassigners,
    nameOf,
    obstacle: reassignObstacle,
    tools: (selected) => <ReassignButton selected={selected} label="转派受理人" />,
  },
  columns: [
    { kind: 'order', title: '订单号', text: (row) => row.order_no, width: 204 },
    { kind: 'text', title: '名称', text: (row) => row.name, width: 110, grows: true },
    { kind: 'mobile', title: '手机号', text: (row) => row.mobile, width: 102 },
    { kind: 'time', title: '申请时间', text: (row) => row.addTime },
    { kind: 'text', title: '受理人', text: (row) => row.acceptor_name, width: 64 },
    { kind: 'number', title: '证据数量', text: (row) => String(row.num), width: 72 },
    {
      kind: 'status',
      title: '支付状态',
      text: (row) => row.payStatus_name,
      tone: (row) => payTone(row.payStatus, row.payStatus_name),
      width: 84,
    },
    { kind: 'status', title: '出证状态', text: notarialText, tone: notarialTone, mark: (row) => row.deliveryState_name, width: 140 },
    { kind: 'status', title: '剩余工作日', text: deadlineText, tone: deadlineTone, width: 106, orderField: 'sort' },
    // spec/console, 2: an unpaid application has no detail page.
    {
      kind: 'actions',
      title: '操作',
      width: 56,
      actions: (row) => (payStatus.is(row.payStatus, 'unpaid') ? [] : [{ label: '查看', to: applicationPath(row) }]),
    },
  ],
});
