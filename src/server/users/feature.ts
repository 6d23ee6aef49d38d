import type { Deps } from '../feature/deps.ts';
import { userOpenRoutes } from './open-routes.ts';
import { userReference } from './reference.ts';
import { userRoutes } from './routes.ts';
import { userWork } from './work.ts';

/** Users of the front end and their reviews. */
export function users(deps: Pick<Deps, 'db' | 'lists' | 'put'>) {
  return {
    routes: userRoutes(deps),
    openRoutes: userOpenRoutes(deps),
    work: userWork(deps),
    references: [userReference],
  };
}
