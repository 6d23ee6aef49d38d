import type { Deps } from '../deps.ts';
import { queueRoutes } from './routes.ts';

/** Work queues over the cases that features have for operators to decide. */
export function queues(deps: Pick<Deps, 'work'>) {
  return {
    routes: queueRoutes(deps),
  };
}
