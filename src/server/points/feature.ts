import type { Deps } from '../feature/deps.ts';
import { pointsRoutes } from './routes.ts';
import { pointsWork } from './work.ts';

/** Balances of points, and gifts. */
export function points(deps: Pick<Deps, 'db' | 'lists'>) {
  return {
    routes: pointsRoutes(deps),
    work: pointsWork,
  };
}
