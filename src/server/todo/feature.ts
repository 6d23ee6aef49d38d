import type { Deps } from '../feature/deps.ts';
import { todoRoutes } from './routes.ts';

/** Numbers beside the menu. */
export function todo(deps: Pick<Deps, 'work'>) {
  return {
    routes: todoRoutes(deps),
  };
}
