import type { ListCounts } from '../feature/counts.ts';
import type { Deps } from '../feature/deps.ts';
import { countedTotalOf } from '../lists/counted-totals.ts';
import { chargeList, orderList } from './order-lists.ts';
import { orderFinders } from './finders.ts';
import { orderOpenRoutes } from './open-routes.ts';
import { orderReference } from './reference.ts';
import { orderRoutes } from './routes.ts';
import { orderWork } from './work.ts';

/** Orders of both kinds, their payments, and the month view. */
export function orders(deps: Pick<Deps, 'config' | 'db' | 'lists' | 'put'>) {
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
