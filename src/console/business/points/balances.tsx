import { listScreen } from '../../kit/list/list-screen.tsx';
import { heldText } from '../../kit/ui/held-text.ts';
import { balanceSource } from './sources.ts';

/** Wide enough for a billion points. */
const pointsWidth = 116;

export const Balances = listScreen({
  name: 'balances',
  source: balanceSource,
  rowKey: (row) => row.user_id,
  columns: [
    { kind: 'link', title: '名称', text: (row) => row.name, to: (row) => `/user/balance/detail/${encodeURIComponent(row.user_id)}` },
    { kind: 'mobile', title: '手机号', text: (row) => row.mobile },
    { kind: 'text', title: '类型', text: (row) => row.type_name, width: 72 },
    { kind: 'number', title: '合同赠送', text: (row) => String(row.translateGiveSum), width: pointsWidth },
    { kind: 'number', title: '测试赠送', text: (row) => String(row.testGiveSum), width: pointsWidth },
    { kind: 'number', title: '充值赠送', text: (row) => String(row.rechargeGiveSum), width: pointsWidth },
    { kind: 'number', title: '其他赠送', text: (row) => String(row.give), width: pointsWidth },
    { kind: 'number', title: '剩余积分', text: (row) => `${row.points}${heldText(row)}`, width: 176 },
  ],
  exportPath: '/api/export/userBalanceExport',
});
