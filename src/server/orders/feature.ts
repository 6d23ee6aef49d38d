import type { Deps } from '../feature/deps.ts';
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
    references: [orderReference],
  };
}
