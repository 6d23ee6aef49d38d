import type { Deps } from '../feature/deps.ts';
import type { ListCounts } from '../feature/counts.ts';
import { userFinders } from './finders.ts';
import { userOpenRoutes } from './open-routes.ts';
import { userQueues } from './queue.ts';
import { userFiltersOf, userRoutes } from './routes.ts';
import { countedUsers } from './user-list.ts';
import { userReference } from './reference.ts';
import { userWork } from './work.ts';

/** Users of the front end and their reviews. */
export function users(deps: Pick<Deps, 'config' | 'db' | 'lists' | 'put'>) {
  return {
    routes: userRoutes(deps),
    openRoutes: userOpenRoutes(deps),
    work: { ...userWork(deps), queues: userQueues(deps) },
    counts,
    finders: userFinders(deps),
    references: [userReference],
  };
}

/** Totals of its lists. */
const counts: ListCounts = { getUserList: (input) => countedUsers(userFiltersOf(input)) };
