import type { FastifyInstance } from 'fastify';
import type { Deps } from '../feature/deps.ts';
import { evidenceGate } from './intake/gate.ts';
import { evidenceOpenRoutes } from './intake/open-routes.ts';
import { deleteEndedHolds } from './intake/store.ts';
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
    jobs: [{ name: 'forgetting points on hold', everyMs: 60_000, run: () => deleteEndedHolds(db) }],
  };
}
