import { custodyHealth } from '../custody/audit/health.ts';
import type { Deps } from '../feature/deps.ts';
import { workbenchRoutes } from './routes.ts';

/** What waits, what came in, and how custody is. */
export function workbench({ config, db, lists, work }: Pick<Deps, 'config' | 'db' | 'lists' | 'work'>) {
  return {
    routes: workbenchRoutes({
      lists,
      work,
      health: () => custodyHealth(db),
      attestors: {
        timestamps: config.timestamps.url !== undefined,
        evidenceTimestamps: config.timestamps.ofEvidence,
        chain: config.chain !== null,
        officeNoticeDays: config.office.noticeDays,
      },
    }),
  };
}
