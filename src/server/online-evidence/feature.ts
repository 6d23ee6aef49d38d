import type { Deps } from '../feature/deps.ts';
import { labelRoutes } from './label-routes.ts';
import { batchRoutes } from './routes.ts';

/** Acts on many captures or recordings at once: downloads and labels. */
export function onlineEvidence(deps: Pick<Deps, 'db' | 'store'>) {
  return {
    routes: { ...batchRoutes(deps), ...labelRoutes(deps) },
  };
}
