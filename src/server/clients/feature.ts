import type { ListCounts } from '../feature/counts.ts';
import type { Deps } from '../feature/deps.ts';
import { countedTotalOf } from '../lists/counted-totals.ts';
import { clientFilters, clientList } from './client-list.ts';
import { clientFinders } from './finders.ts';
import { clientRoutes } from './routes.ts';
import { forgetPreviousKeys } from './store.ts';

/** Clients of the open API: creation, disabling, key rotation. */
export function clients(deps: Pick<Deps, 'db' | 'lists'>) {
  return {
    routes: clientRoutes(deps),
    counts,
    finders: clientFinders(deps),
    jobs: [{ name: 'forgetting replaced keys', everyMs: 60_000, run: () => forgetPreviousKeys(deps.db) }],
  };
}

/** Totals of its lists. */
const counts: ListCounts = { getClientList: (query) => countedTotalOf(clientList, clientFilters(query)) };
