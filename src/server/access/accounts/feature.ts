import type { Deps } from '../deps.ts';
import { accessRoutes } from './routes.ts';

/** Roles, accounts, and the operator's own account. */
export function access(deps: Pick<Deps, 'config' | 'db' | 'secrets'>) {
  return {
    routes: accessRoutes(deps),
  };
}
