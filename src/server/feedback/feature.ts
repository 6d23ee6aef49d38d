import type { Deps } from '../feature/deps.ts';
import { feedbackOpenRoutes } from './open-routes.ts';
import { feedbackRoutes } from './routes.ts';

/** What users write to the office. */
export function feedback(deps: Pick<Deps, 'db' | 'lists'>) {
  return {
    routes: feedbackRoutes(deps),
    openRoutes: feedbackOpenRoutes(deps),
  };
}
