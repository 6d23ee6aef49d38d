import type { FastifyInstance } from 'fastify';
import type { ListCounts } from '../feature/counts.ts';
import type { Deps } from '../feature/deps.ts';
import { countedTotalOf } from '../lists/counted-totals.ts';
import { versionList } from './version-list.ts';
import { discardPackages, packageStages } from './jobs.ts';
import { latestVersionRoute } from './latest-version.ts';
import { releaseRoutes } from './routes.ts';
import { deleteExpired } from './upload-store.ts';

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
      { name: 'forgetting uploads of packages', everyMs: 60_000, run: () => deleteExpired(db) },
    ],
  };
}

/** Totals of its lists. */
const counts: ListCounts = {
  getVersionList: ({ type: platform }) => countedTotalOf(versionList, { facets: { platform } }),
};
