import { custodyHealth } from '../../custody/audit/health.ts';
import { renewalCalendar } from '../../custody/records/calendar.ts';
import type { Deps } from '../../custody/deps.ts';
import { tellAlarms } from './alarms.ts';
import { endingLines } from './calendar-lines.ts';
import { healthLines, type Attestors } from './health-lines.ts';
import { workbenchRoutes } from './routes.ts';

/** Waiting work, recent activity, and the health of custody. */
export function workbench({ config, db, lists, work }: Pick<Deps, 'config' | 'db' | 'lists' | 'work'>) {
  const attestors: Attestors = {
    timestamps: config.timestamps.url !== undefined,
    evidenceTimestamps: config.timestamps.ofEvidence,
    chain: config.chain !== null,
    secondTrack: config.sm2.signer !== undefined,
    officeNoticeDays: config.office.noticeDays,
  };
  const health = () => custodyHealth(db);
  const endings = async () => {
    const now = new Date();
    const calendar = await renewalCalendar(db, config.weakAlgorithms ?? {}, now);
    return endingLines(calendar, { hasAuthority: attestors.timestamps, officeNoticeDays: config.office.noticeDays, now });
  };
  return {
    routes: workbenchRoutes({ lists, work, health, attestors, endings }),
    jobs: [
      {
        name: 'telling of custody alarms',
        everyMs: 60_000,
        run: async () => tellAlarms(db, healthLines(await health(), attestors)),
      },
    ],
  };
}
