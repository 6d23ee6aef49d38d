import type { Deps } from '../feature/deps.ts';
import { loginLogRoutes } from './routes.ts';

/** Sign-ins of operators and of users. */
export function loginLogs(deps: Pick<Deps, 'lists'>) {
  return {
    routes: loginLogRoutes(deps),
  };
}
