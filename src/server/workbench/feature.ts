import { custodyHealth } from '../custody/audit/health.ts';
import type { Deps } from '../feature/deps.ts';
import { tellAlarms } from './alarms.ts';
import { healthLines, type Attestors } from './health-words.ts';
import { workbenchRoutes } from './routes.ts';

/** What waits, what came in, and how custody is. */
export function workbench({ config, db, lists, work }: Pick<Deps, 'config' | 'db' | 'lists' | 'work'>) {
  const attestors: Attestors = {
    timestamps: config.timestamps.url !== undefined,
    evidenceTimestamps: config.timestamps.ofEvidence,
    chain: config.chain !== null,
    officeNoticeDays: config.office.noticeDays,
  };
  const health = () => custodyHealth(db);
  return {
    routes: workbenchRoutes({ lists, work, health, attestors }),
    jobs: [
      {
        name: 'telling of custody alarms',
        everyMs: 60_000,
        run: async () => tellAlarms(db, healthLines(await health(), attestors)),
      },
    ],
  };
}
