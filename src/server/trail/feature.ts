import type { Database } from '../db/database.ts';
import type { Lists } from '../lists/pools.ts';
import { extendTrailChain } from './chain.ts';
import { trailRoutes } from './routes.ts';
import { countedTrail, type TrailFilters } from './trail-list.ts';

/** The trail and its hash chain. */
export function trail(deps: { readonly db: Database; readonly lists: Lists }) {
  return {
    routes: trailRoutes(deps),
    counts: {
      getTrailList: ({ datetime: time, keyword, operator, action }: TrailQuery) => countedTrail({ time, keyword, operator, action }),
    },
    jobs: [{ name: 'linking the trail', everyMs: 500, run: () => extendTrailChain(deps.db) }],
  };
}

type TrailQuery = Omit<TrailFilters, 'time'> & { readonly datetime?: TrailFilters['time'] };
