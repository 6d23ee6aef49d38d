import type { Deps } from '../feature/deps.ts';
import { systemStatusRoutes } from './routes.ts';

/** 系统状态: problems of the installation, and how to solve them. */
export function systemStatus({ config, db, lists }: Pick<Deps, 'config' | 'db' | 'lists'>) {
  return { routes: systemStatusRoutes({ config, db, pool: lists.hot }) };
}
