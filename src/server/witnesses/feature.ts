import type { Deps } from '../feature/deps.ts';
import { witnessRoutes } from './routes.ts';
import { witnessWork } from './work.ts';

/** 见证: the log's witnesses, and forks, which an administrator must answer. */
export function witnesses({ db }: Pick<Deps, 'db'>) {
  return { routes: witnessRoutes({ db }), work: witnessWork(db) };
}
