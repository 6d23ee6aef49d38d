import type { ListCounts } from '../../desk/lists/list-counts.ts';
import type { Deps } from '../deps.ts';
import { countedTotalOf } from '../../desk/lists/counted-totals.ts';
import { adminLoginList, userLoginList } from './login-log.ts';
import { loginLogRoutes } from './routes.ts';

/** Sign-ins of operators and of users. */
export function loginLogs(deps: Pick<Deps, 'lists'>) {
  return {
    routes: loginLogRoutes(deps),
    counts,
  };
}

/** Totals of its lists. */
const counts: ListCounts = {
  getLoginLog: ({ type, datetime: time, result, keyword }) =>
    type === 'admin'
      ? countedTotalOf(adminLoginList, { facets: { result }, time, keyword })
      : countedTotalOf(userLoginList, { facets: {}, time, keyword }),
};
