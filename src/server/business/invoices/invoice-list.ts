import { defineList } from '../../desk/lists/list.ts';
import type { ListRow } from '../../desk/lists/list-row.ts';

/** Invoices, newest first. Declared in migrations/baseline/0010_orders.sql. */
export const invoiceList = defineList({
  name: 'invoices',
  table: 'invoice',
  time: 'created_at',
  columns: {
    id: 'id',
    head: 'head',
    type: 'type',
    mobile: 'mobile',
    username: 'username',
    taxNum: 'tax_num',
    amountFen: 'amount_fen',
    createdAt: 'created_at',
    status: 'status',
    redNum: 'red_num',
  },
  counted: [[], ['status']],
  keyword: { columns: ['head', 'mobile', 'username', 'tax_num'] },
  ranges: {},
  summed: ['amount_fen'],
});
export type ListedInvoice = ListRow<typeof invoiceList>;
