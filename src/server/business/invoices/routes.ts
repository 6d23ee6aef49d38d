import type { invoiceCalls } from '../../../contract/console/invoices.ts';
import { formatYuan } from '../../../domain/kit/text/money.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { listPage } from '../../desk/lists/list-page.ts';
import type { Lists } from '../../desk/lists/pools.ts';
import { operatorActor } from '../../desk/trail/trail.ts';
import { invoiceList } from './invoice-list.ts';
import { redFlush } from './red-flush.ts';
import { reviewFinally, reviewFirst, secondReviewFault } from './review.ts';
import { findInvoice, invoicedOrders, refundedOrders } from './find-invoice.ts';
import { invoiceLineOf, invoiceOf, invoiceRowOf } from './wire-rows.ts';

interface InvoiceDeps {
  readonly db: Database;
  readonly lists: Lists;
  /** Whether the operator of an invoice's first review may not issue it. */
  readonly fourEyes: boolean;
}

export function invoiceRoutes({ db, lists, fourEyes }: InvoiceDeps): Handlers<typeof invoiceCalls> {
  return {
    async invoiceList({ status, keyword, page, limit }, { operator }) {
      const { rows, total, sums } = await listPage(lists, invoiceList, {
        facets: { status },
        keyword,
        page,
        limit,
        by: operator.accountId,
      });
      const refunded = await refundedOrders(
        db,
        rows.map(({ id }) => id),
      );
      return {
        list: rows.map((row) => invoiceRowOf(row, refunded.get(row.id) ?? [])),
        count: total,
        money: formatYuan(sums[0] ?? 0),
      };
    },

    async invoiceDetail({ id }, { operator }) {
      const invoice = await findInvoice(db, id);
      if (!invoice) throw refuse('该发票不存在');
      return {
        ...invoiceOf(invoice),
        issue_refusal: invoice.status === 'submitted' ? await secondReviewFault(db, invoice, operator.accountId, fourEyes) : '',
      };
    },

    async invoiceOrderList({ id }) {
      const orders = await invoicedOrders(db, id);
      if (orders.length === 0) throw refuse('该发票不存在');
      return { list: orders.map(invoiceLineOf), count: orders.length };
    },

    async invoiceCheckOne(decision, { operator, ip }) {
      await reviewFirst(db, { id: decision.id, choice: decision.status, remark: decision.remark }, operatorActor(operator, ip));
      return null;
    },

    async invoiceCheckTwo({ id, status: choice, remark, ...issue }, { operator, ip }) {
      await reviewFinally(db, { id, choice, remark, issue }, operatorActor(operator, ip), { fourEyes, now: new Date() });
      return null;
    },

    async invoiceRedFlush(flush, { operator, ip }) {
      await redFlush(db, flush, operatorActor(operator, ip), new Date());
      return null;
    },
  };
}
