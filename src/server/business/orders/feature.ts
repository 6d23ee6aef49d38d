import type { Deps } from '../../custody/deps.ts';
import { countedTotalOf } from '../../desk/lists/counted-totals.ts';
import type { ListCounts } from '../../desk/lists/list-counts.ts';
import type { Work } from '../../desk/work.ts';
import { orderFinders } from './finders.ts';
import { orderOpenRoutes } from './open-routes.ts';
import { chargeList, orderList } from './order-lists.ts';
import { orderReference } from './reference.ts';
import { orderRoutes } from './routes.ts';

/** Orders of both kinds, their payments, and the month view. */
export function orders(deps: Pick<Deps, 'config' | 'db' | 'lists' | 'put' | 'references'>) {
  return {
    routes: orderRoutes(deps),
    openRoutes: orderOpenRoutes(deps),
    work: orderWork,
    counts,
    finders: orderFinders(deps),
    references: [orderReference],
  };
}

/** Totals of its lists. */
const counts: ListCounts = {
  getOrderList: ({ pay, datetime: time, keyword }) => countedTotalOf(orderList, { facets: { pay_status: pay }, time, keyword }),
  getOrderChargeList: ({ pay, type, datetime: time, keyword }) =>
    countedTotalOf(chargeList, { facets: { type, pay_status: pay }, time, keyword }),
};

/** New orders. No order waits for an operator. */
const orderWork: Work = {
  waiting: [],
  activities: [{ name: '公证订单', needs: ['finance:order'], series: { list: 'orders', facet: '' } }],
};
