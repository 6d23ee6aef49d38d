import type { ListCounts } from '../feature/counts.ts';
import type { Deps } from '../feature/deps.ts';
import { countedTotalOf } from '../lists/counted-totals.ts';
import { countedBalances } from './balance-list.ts';
import { giftList } from './gift-list.ts';
import { pointsRoutes } from './routes.ts';
import { pointsWork } from './work.ts';

/** Balances of points, and gifts. */
export function points(deps: Pick<Deps, 'db' | 'lists'>) {
  return {
    routes: pointsRoutes(deps),
    work: pointsWork,
    counts,
  };
}

/** Totals of its lists. */
const counts: ListCounts = {
  getBalanceList: ({ status: type, keyword }) => countedBalances({ type, keyword }),
  getPoints: ({ keyword, userStatus, type }) => countedTotalOf(giftList, { facets: { user_type: userStatus, kind: type }, keyword }),
};
