import type { Database } from '../db/database.ts';
import type { Lists } from '../lists/pools.ts';
import { extendTrailChain } from './chain.ts';
import { trailRoutes } from './routes.ts';

/** The trail and its hash chain. */
export function trail(deps: { readonly db: Database; readonly lists: Lists }) {
  return {
    routes: trailRoutes(deps),
    jobs: [{ name: 'linking the trail', everyMs: 500, run: () => extendTrailChain(deps.db) }],
  };
}
