import type { ListCounts } from '../feature/counts.ts';
import type { Deps } from '../feature/deps.ts';
import { countedTotalOf } from '../lists/counted-totals.ts';
import { feedbackList } from './feedback-list.ts';
import { feedbackOpenRoutes } from './open-routes.ts';
import { feedbackRoutes } from './routes.ts';

/** Feedback from users. */
export function feedback(deps: Pick<Deps, 'db' | 'lists'>) {
  return {
    routes: feedbackRoutes(deps),
    openRoutes: feedbackOpenRoutes(deps),
    counts,
  };
}

/** Totals of its lists. */
const counts: ListCounts = {
  feedback: ({ status: userType, type: kind }) => countedTotalOf(feedbackList, { facets: { user_type: userType, kind } }),
};
