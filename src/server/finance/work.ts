import { nodeOf, type Permission } from '../../domain/access.ts';
import { invoiceStatus, type InvoiceStatus } from '../../domain/codes/invoices.ts';
import type { Database } from '../db/database.ts';
import type { Lists } from '../db/list-pools.ts';
import { listTotal } from '../db/list-total.ts';
import type { Waiting, Work } from '../todo/work.ts';
import { invoiceList } from './order-lists.ts';

/** Invoices that wait for the step that an operator may do, and those that came in. */
export function financeWork(db: Database, lists: Lists): Work {
  return {
    waiting: [step(db, lists, '发票初审', 'pending', 'finance:invoice:first'), step(db, lists, '财务开票', 'submitted', 'finance:invoice:issue')],
    activities: [
      { name: '公证订单', needs: ['finance:order'], series: { list: 'orders', facet: '' } },
      { name: '开票申请', needs: ['finance:invoice'], series: { list: 'invoices', facet: '' } },
    ],
  };
}

function step(db: Database, lists: Lists, label: string, status: InvoiceStatus, needed: Permission): Waiting {
  return {
    label,
    node: nodeOf('finance:invoice'),
    needs: ['finance:invoice', needed],
    url: `/money/invoice?status=${invoiceStatus.code(status)}`,
    count: () => listTotal(lists, invoiceList, { status }),
    async oldest() {
      const found = await db.selectFrom('invoice').select('created_at as since').where('status', '=', status).orderBy('created_at').orderBy('id').limit(1).executeTakeFirst();
      return found ?? null;
    },
  };
}
