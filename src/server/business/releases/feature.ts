import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../custody/deps.ts';
import { countedTotalOf } from '../../desk/lists/counted-totals.ts';
import type { ListCounts } from '../../desk/lists/list-counts.ts';
import type { Database } from '../../platform/db/database.ts';
import { discardAbandoned } from '../../platform/storage/chunked-upload.ts';
import type { StagingAreas } from '../../platform/storage/staging-areas.ts';
import { latestVersionRoute } from './latest-version.ts';
import { releaseRoutes } from './routes.ts';
import { deleteExpired, openUploads } from './upload-store.ts';
import { versionList } from './version-list.ts';

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

/** The staging areas of packages, separate from those of recordings. */
export function packageStages(stages: StagingAreas): StagingAreas {
  return stages.within('packages');
}

/** Discards the packages of uploads that a version has taken, or that were refused or abandoned. */
export async function discardPackages(db: Database, stages: StagingAreas): Promise<void> {
  await discardAbandoned(stages, async (names) => {
    const open = await openUploads(db).select('stage').where('stage', 'in', names).execute();
    return open.map(({ stage }) => stage);
  });
}
