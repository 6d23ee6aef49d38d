import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ListCounts } from '../feature/counts.ts';
import type { Deps } from '../feature/deps.ts';
import { countedTotalOf } from '../lists/counted-totals.ts';
import { versionList } from './version-list.ts';
import { discardPackages, packageStages } from './jobs.ts';
import { latestVersionRoute } from './latest-version.ts';
import { releaseRoutes } from './routes.ts';

/** Versions of the office's own apps. */
export function releases(deps: Pick<Deps, 'config' | 'db' | 'links' | 'lists' | 'stages' | 'store'>) {
  const { db } = deps;
  const stages = packageStages(deps.stages);
  return {
    routes: releaseRoutes({ ...deps, stages }),
    counts,
    async register(app: FastifyInstance) {
      await latestVersionRoute(app, deps);
    },
    jobs: [
      { name: 'throwing away packages', everyMs: 30_000, run: () => discardPackages(db, stages) },
      {
        name: 'forgetting uploads of packages',
        everyMs: 60_000,
        run: () => db.deleteFrom('app_upload').where('expires_at', '<', sql<Date>`now() - interval '1 day'`).execute(),
      },
    ],
  };
}

/** Numbers of its lists. */
const counts: ListCounts = {
  getVersionList: ({ type: platform }) => countedTotalOf(versionList, { facets: { platform } }),
};
