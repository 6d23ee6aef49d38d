import type { Deps } from '../deps.ts';
import { viewRoutes } from './routes.ts';

/** Operators' saved views of lists. */
export function views(deps: Pick<Deps, 'db' | 'lists' | 'counts'>) {
  return {
    routes: viewRoutes(deps),
  };
}
