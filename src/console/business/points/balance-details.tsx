import { listScreen } from '../../kit/list/list-screen.tsx';
import { heldText } from '../../kit/ui/held-text.ts';
import { balanceDetailSource } from './sources.ts';

export const BalanceDetails = listScreen({
  name: 'balance-details',
  source: balanceDetailSource,
  rowKey: (row) => row.order_no,
  totals: ({ user }) => `${user.name}（${user.type_name}）　手机号 ${user.mobile}　剩余积分 ${user.points}${heldText(user)}`,
  columns: [
    { kind: 'order', title: '订单号', text: (row) => row.order_no, width: 0 },
    { kind: 'text', title: '业务类型', text: (row) => row.type_name },
    { kind: 'text', title: '类型', text: (row) => row.order_type_name },
    { kind: 'time', title: '时间', text: (row) => row.create_time, width: 0 },
    { kind: 'number', title: '积分', text: (row) => String(row.balance), width: 140 },
  ],
  exportPath: '/api/export/userBalanceDetailExport',
});
