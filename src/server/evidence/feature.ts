import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { hasEnded } from '../db/lease.ts';
import type { ListCounts } from '../feature/counts.ts';
import type { Deps } from '../feature/deps.ts';
import { countedTotalOf } from '../lists/counted-totals.ts';
import { evidenceList } from './evidence-list.ts';
import { evidenceFinders } from './finders.ts';
import { evidenceGate } from './intake/gate.ts';
import { evidenceOpenRoutes } from './intake/open-routes.ts';
import { evidenceReference } from './reference.ts';
import { evidenceRoutes } from './routes.ts';
import { evidenceWork } from './work.ts';

/** Evidence: taken in, shown, downloaded. */
export function evidence(deps: Pick<Deps, 'config' | 'db' | 'lists' | 'packageLinks' | 'secrets' | 'signer' | 'store'>) {
  const { config, db } = deps;
  const gate = evidenceGate(db, config.prices.evidence);
  return {
    routes: evidenceRoutes(deps),
    openRoutes: evidenceOpenRoutes(deps, gate),
    async register(app: FastifyInstance) {
      app.addHook('onClose', async () => gate.close());
    },
    work: evidenceWork,
    counts,
    finders: evidenceFinders(deps),
    references: [evidenceReference],
    jobs: [
      {
        name: 'forgetting points on hold',
        everyMs: 60_000,
        run: () =>
          db
            .deleteFrom('points_hold')
            .where(hasEnded(sql.ref('expires_at')))
            .execute(),
      },
    ],
  };
}

/** Numbers of its lists. */
const counts: ListCounts = {
  getSaveDataList: ({ type, status, keyword, datetime: time }) =>
    countedTotalOf(evidenceList, { facets: { shown_in: type, file_status: status }, keyword, time }),
};
