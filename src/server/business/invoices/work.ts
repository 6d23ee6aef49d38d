import { sql } from 'kysely';
import { nodeOf, type Permission } from '../../../domain/business/access/access.ts';
import type { InvoiceStatus } from '../../../domain/business/codes/invoices.ts';
import { queuePath } from '../../../domain/business/codes/queues.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Lists } from '../../desk/lists/pools.ts';
import { listTotal } from '../../desk/lists/total.ts';
import type { Waiting, Work } from '../../desk/work.ts';
import { invoiceList } from './invoice-list.ts';
import type { Deps } from '../../custody/deps.ts';

/** Invoices that wait for a step that the operator may do, and new invoices. */
export function invoiceWork({ db, lists }: Pick<Deps, 'db' | 'lists'>): Work {
  return {
    waiting: [
      step(db, lists, '发票初审', 'pending', 'created_at', 'finance:invoice:first'),
      step(db, lists, '财务开票', 'submitted', 'first_at', 'finance:invoice:issue'),
    ],
    activities: [{ name: '开票申请', needs: ['finance:invoice'], series: { list: 'invoices', facet: '' } }],
  };
}

/** @param since the column with the time at which an invoice reached the step. */
function step(
  db: Database,
  lists: Lists,
  label: string,
  status: InvoiceStatus,
  since: 'created_at' | 'first_at',
  needed: Permission,
): Waiting {
  return {
    label,
    node: nodeOf('finance:invoice'),
    needs: ['finance:invoice', needed],
    url: queuePath(status === 'pending' ? 'invoice-first' : 'invoice-issue'),
    count: () => listTotal(lists, invoiceList, { status }),
    async oldest() {
      // The state is a literal in the SQL text, so that the partial index invoice_submitted is used.
      const found = await db
        .selectFrom('invoice')
        .select(since)
        .where('status', '=', sql.lit(status))
        .orderBy(since)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      const at = found?.[since];
      return at ? { since: at } : null;
    },
  };
}
