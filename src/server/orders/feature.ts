import type { Deps } from '../feature/deps.ts';
import { orderFinders } from './finders.ts';
import { orderOpenRoutes } from './open-routes.ts';
import { orderRoutes } from './routes.ts';
import { orderWork } from './work.ts';

/** Orders of both kinds, their payments, and the month view. */
export function orders(deps: Pick<Deps, 'config' | 'db' | 'lists' | 'put'>) {
  return {
    routes: orderRoutes(deps),
    openRoutes: orderOpenRoutes(deps),
    work: orderWork,
    finders: orderFinders(deps),
  };
}
