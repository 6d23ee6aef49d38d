import type { Deps } from '../feature/deps.ts';
import { batchRoutes } from './routes.ts';

/** Downloads of many captures or recordings at once. */
export function onlineEvidence(deps: Pick<Deps, 'db' | 'store'>) {
  return {
    routes: batchRoutes(deps),
  };
}
