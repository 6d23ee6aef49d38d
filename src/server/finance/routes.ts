import type { invoiceCalls } from '../../contract/console/invoices.ts';
import { invoiceLineOf, invoiceOf, invoiceRowOf } from './invoice-wire-rows.ts';
import type { orderListCalls } from '../../contract/console/orders.ts';
import { chargeRowOf, orderRowOf } from './order-wire-rows.ts';
import type { reconciliationCalls } from '../../contract/console/reconciliation.ts';
import { maskIdNumber } from '../../domain/text/masking.ts';
import { formatYuan } from '../../domain/text/money.ts';
import { formatTime } from '../../domain/text/time.ts';
import type { Database } from '../db/database.ts';
import type { Lists } from '../lists/pools.ts';
import { streamRows } from '../lists/stream.ts';
import { listPage } from '../lists/list-page.ts';
import { xlsxOf } from '../lists/export/xlsx.ts';
import type { Handlers } from '../http/mount.ts';
import { refuse } from '../http/refusal.ts';
import { operatorActor, recordTrail } from '../trail/trail.ts';
import { chargeColumns, monthColumns, orderColumns } from './export-columns.ts';
import { findInvoice, invoicedOrders, refundedOrders } from './invoice-store.ts';
import { chargeList, invoiceList, orderList } from './order-lists.ts';
import { reconcileYear } from './reconciliation.ts';
import { redFlush } from './red-flush.ts';
import { reviewFinally, reviewFirst, secondReviewFault } from './review.ts';

interface FinanceDesk {
  readonly db: Database;
  readonly lists: Lists;
  /** Whoever did the first review of an invoice may not issue it. */
  readonly fourEyes: boolean;
}

export function financeRoutes({
  db,
  lists,
  fourEyes,
}: FinanceDesk): Handlers<typeof orderListCalls & typeof invoiceCalls & typeof reconciliationCalls> {
  return {
    async getOrderList({ pay, datetime: time, keyword, page, limit }, { operator }) {
      const { rows, total, sums } = await listPage(lists, orderList, {
        facets: { pay_status: pay },
        keyword,
        time,
        page,
        limit,
        by: operator.accountId,
      });
      return { list: rows.map(orderRowOf), count: total, money: formatYuan(sums[0] ?? 0) };
    },

    async getOrderChargeList({ pay, type, datetime: time, keyword, page, limit }, { operator }) {
      const { rows, total, sums } = await listPage(lists, chargeList, {
        facets: { type, pay_status: pay },
        keyword,
        time,
        page,
        limit,
        by: operator.accountId,
      });
      return { list: rows.map(chargeRowOf), count: total, recharged: sums[0] ?? 0, consumed: sums[1] ?? 0 };
    },

    async orderExport({ pay, datetime: time, keyword }, { operator, ip }) {
      await recordTrail(db, operatorActor(operator, ip), {
        action: '导出',
        object: 'orders',
        after: { pay, time, keyword: maskIdNumber(keyword) },
      });
      return xlsxOf('公证订单', orderColumns, streamRows(lists, orderList, { facets: { pay_status: pay }, keyword, time }));
    },

    async orderChargeExport({ pay, type, datetime: time, keyword }, { operator, ip }) {
      await recordTrail(db, operatorActor(operator, ip), {
        action: '导出',
        object: 'charges',
        after: { pay, type, time, keyword: maskIdNumber(keyword) },
      });
      return xlsxOf('充值消费订单', chargeColumns, streamRows(lists, chargeList, { facets: { type, pay_status: pay }, keyword, time }));
    },

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
        list: rows.map((row) => invoiceRowOf({ ...row, refundedOrders: refunded.get(row.id) ?? [] })),
        count: total,
        money: formatYuan(sums[0] ?? 0),
      };
    },

    async invoiceDetail({ id }, { operator }) {
      const invoice = await findInvoice(db, id);
      if (!invoice) throw refuse('该发票不存在');
      return {
        ...invoiceOf(invoice),
        issue_refusal: invoice.status === 'submitted' ? secondReviewFault(invoice, operator.accountId, fourEyes) : '',
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

    async getReconciliation({ year = yearNow() }, { operator }) {
      return reconcileYear(db, year, operator.permissions);
    },

    async reconciliationExport({ year = yearNow() }, { operator, ip }) {
      await recordTrail(db, operatorActor(operator, ip), { action: '导出', object: `reconciliation/${year}` });
      const { list, total } = await reconcileYear(db, year, operator.permissions);
      return xlsxOf(`${year}年月度对账`, monthColumns(total), once([...list, total]));
    },
  };
}

function yearNow(): number {
  return Number(formatTime(new Date()).slice(0, 4));
}

async function* once<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
