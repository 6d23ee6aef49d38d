import { deliveryState } from '../../../domain/business/codes/document-deliveries.ts';
import { notarialStatus, sendType } from '../../../domain/business/codes/notarizations.ts';
import { payStatus } from '../../../domain/business/codes/orders.ts';
import { shownStatus } from '../../../domain/business/rules/notarization.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { typedPhone } from '../../../domain/kit/text/typed.ts';
import type { ExportColumn } from '../../desk/lists/export/xlsx.ts';
import type { ListedApplication } from './application-list.ts';

/** The list's columns in their order, then the terms of the application. The agent's number stays with the detail, which masks it. */
export const applicationColumns: ExportColumn<ListedApplication>[] = [
  { header: '订单号', width: 28, cell: ({ orderNo }) => orderNo },
  { header: '名称', width: 36, cell: ({ name }) => name },
  { header: '手机号', cell: ({ mobile }) => typedPhone(mobile) },
  { header: '申请时间', cell: ({ createdAt }) => formatTime(createdAt) },
  { header: '受理人', width: 12, cell: ({ acceptorName }) => acceptorName },
  { header: '证据数量', width: 10, cell: ({ pieces }) => pieces },
  { header: '支付状态', width: 12, cell: (row) => payStatus.label(row.payStatus) },
  { header: '出证状态', width: 20, cell: ({ status }) => (status === 'withdrawn' ? '已撤回' : notarialStatus.label(shownStatus[status])) },
  { header: '送达状态', width: 12, cell: ({ status, delivery }) => (status === 'passed' ? deliveryState.label(delivery) : '') },
  { header: '领取方式', width: 10, cell: (row) => sendType.label(row.sendType) },
  { header: '用途', width: 36, cell: ({ purpose }) => purpose },
  { header: '份数', width: 8, cell: ({ copies }) => copies ?? '' },
  { header: '代理人', width: 16, cell: ({ agent }) => agent?.name ?? '' },
  { header: '代理人手机号', cell: ({ agent }) => (agent ? typedPhone(agent.mobile) : '') },
];
