import type { Deps } from '../../custody/deps.ts';
import { countedTotalOf } from '../../desk/lists/counted-totals.ts';
import type { ListCounts } from '../../desk/lists/list-counts.ts';
import type { Work } from '../../desk/work.ts';
import { countedBalances } from './balance-list.ts';
import { giftList } from './gift-list.ts';
import { pointsRoutes } from './routes.ts';

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

const pointsWork: Work = {
  waiting: [],
  activities: [{ name: '积分赠送', needs: ['user:integral'], series: { list: 'gifts', facet: '' } }],
};
