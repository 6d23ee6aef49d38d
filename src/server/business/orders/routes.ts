import type { orderListCalls } from '../../../contract/console/orders.ts';
import type { reconciliationCalls } from '../../../contract/console/reconciliation.ts';
import { maskIdNumber } from '../../../domain/kit/text/masking.ts';
import { formatYuan } from '../../../domain/kit/text/money.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { xlsxOf } from '../../desk/lists/export/xlsx.ts';
import { listPage } from '../../desk/lists/list-page.ts';
import { streamRows } from '../../desk/lists/stream.ts';
import { operatorActor, recordTrail } from '../../desk/trail/trail.ts';
import { chargeColumns, monthColumns, orderColumns } from './export-columns.ts';
import { chargeList, orderList } from './order-lists.ts';
import { reconcileYear } from './reconciliation.ts';
import { findOrder, type FoundOrder } from './find-order.ts';
import { chargeRowOf, orderDetailOf, orderRowOf, paidForObjects } from './wire-rows.ts';
import type { Deps } from '../../custody/deps.ts';

/** Orders of notarization, charges of points, and the monthly reconciliation of a year. */
export function orderRoutes({
  db,
  lists,
  references,
}: Pick<Deps, 'db' | 'lists' | 'references'>): Handlers<typeof orderListCalls & typeof reconciliationCalls> {
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

    async getOrderDetail({ orderNo }, { operator }) {
      const order = await findOrder(db, orderNo);
      const needed = order?.subject.kind === 'application' ? 'finance:order' : 'finance:charge';
      if (!order || !operator.permissions.has(needed)) throw refuse('该订单不存在');
      const open = await references().openable(operator, objectsOf(order));
      return orderDetailOf(order, (object) => open.get(object)?.url ?? '');
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

/** The objects that the order's page leads to. */
function objectsOf({ user_id: userId, subject, invoice }: FoundOrder): string[] {
  return [
    `user/${userId}`,
    ...(subject.kind === 'application' ? [`application/${subject.id}`] : paidForObjects(subject.reference)),
    ...(invoice ? [`invoice/${invoice.id}`] : []),
  ];
}

function yearNow(): number {
  return Number(formatTime(new Date()).slice(0, 4));
}

async function* once<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
