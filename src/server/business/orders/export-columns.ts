import type { ListedCharge, ListedOrder } from './order-lists.ts';
import type { MonthRow } from '../../../contract/console/reconciliation.ts';
import { orderKind, payStatus, payType } from '../../../domain/business/codes/orders.ts';
import { businessType, orderType } from '../../../domain/business/codes/points.ts';
import { userType } from '../../../domain/business/codes/users.ts';
import { paymentWord } from '../../../domain/business/rules/notarization.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { ExportColumn } from '../../desk/lists/export/xlsx.ts';

// The lists' columns in their order (screens, 公证订单 and 充值消费订单).
export const orderColumns: ExportColumn<ListedOrder>[] = [
  { header: '订单号', width: 28, cell: ({ orderNo }) => orderNo },
  { header: '订单类型', width: 10, cell: () => orderKind.label('notarization') },
  { header: '交易流水号', width: 32, cell: ({ tradeNo }) => tradeNo ?? '' },
  { header: '名称', width: 36, cell: ({ name }) => name },
  { header: '手机号', cell: ({ mobile }) => mobile },
  { header: '用户类型', width: 10, cell: ({ type }) => userType.label(type) },
  { header: '下单时间', cell: ({ createdAt }) => formatTime(createdAt) },
  // Whole fen below 2^53 divided by 100 print exactly as the decimal amount.
  { header: '金额(元)', width: 14, isMoney: true, cell: ({ amountFen }) => Number(amountFen) / 100 },
  { header: '支付状态', width: 12, cell: (order) => paymentWord(order.payStatus, order.status) },
  { header: '支付方式', width: 12, cell: (order) => (order.payType ? payType.label(order.payType) : '') },
];

export const chargeColumns: ExportColumn<ListedCharge>[] = [
  { header: '订单号', width: 28, cell: ({ orderNo }) => orderNo },
  { header: '名称', width: 36, cell: ({ name }) => name },
  { header: '手机号', cell: ({ mobile }) => mobile },
  { header: '积分', width: 12, cell: ({ points }) => Number(points) },
  { header: '支付方式', width: 12, cell: (charge) => (charge.payType ? payType.label(charge.payType) : '') },
  { header: '订单类型', width: 10, cell: (charge) => orderType.label(charge.orderType) },
  { header: '业务类型', width: 16, cell: ({ business }) => businessType.label(business) },
  { header: '用户类型', width: 10, cell: ({ type }) => userType.label(type) },
  { header: '支付状态', width: 12, cell: (charge) => payStatus.label(charge.payStatus) },
  { header: '创建时间', cell: ({ createdAt }) => formatTime(createdAt) },
];

/** The columns that these months have; figures of lists that the role may not read are left out. */
export function monthColumns(months: MonthRow): ExportColumn<MonthRow>[] {
  return figures
    .filter(({ of }) => months[of] !== null)
    .map(({ of, ...column }) => ({ ...column, cell: (row) => (of === 'month' ? row.month : Number(row[of])) }));
}

const figures: readonly (Omit<ExportColumn<MonthRow>, 'cell'> & { readonly of: keyof MonthRow })[] = [
  { of: 'month', header: '月份', width: 12 },
  { of: 'notarization', header: '公证收入(元)', width: 16, isMoney: true },
  { of: 'recharge', header: '充值收入(元)', width: 16, isMoney: true },
  { of: 'income', header: '收入合计(元)', width: 16, isMoney: true },
  { of: 'refund', header: '退款(元)', width: 14, isMoney: true },
  { of: 'pointsSold', header: '售出积分', width: 12 },
  { of: 'pointsUsed', header: '消费积分', width: 12 },
  { of: 'invoiced', header: '已开票(元)', width: 16, isMoney: true },
  { of: 'open', header: '未开票(元)', width: 16, isMoney: true },
];
