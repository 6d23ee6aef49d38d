import { deleteUnusedMarks } from '../custody/marks/mark-store.ts';
import type { Deps } from '../feature/deps.ts';
import { markOpenRoutes } from './open-routes.ts';

/** Not-before marks that clients ask for. */
export function marks(deps: Pick<Deps, 'db' | 'chain'>) {
  return {
    openRoutes: markOpenRoutes(deps),
    jobs: [{ name: 'forgetting unused marks', everyMs: 3_600_000, run: () => deleteUnusedMarks(deps.db) }],
  };
}
