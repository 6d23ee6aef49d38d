import { dayMs, formatDay } from '../../domain/text/time.ts';
import type { Database } from '../db/database.ts';
import { countedTotalOf } from '../lists/counted-totals.ts';
import type { Lists } from '../lists/pools.ts';
import type { Config } from '../runtime/config.ts';
import { callRecordList } from './call-list.ts';
import { callRecordRoutes, type CallQuery } from './routes.ts';
import { forgetCallRecords } from './store.ts';

/** Records of the open API's calls, kept for CALL_KEEP_DAYS days. */
export function callRecords(deps: { readonly db: Database; readonly lists: Lists; readonly config: Pick<Config, 'callKeepDays'> }) {
  const forget = () => forgetCallRecords(deps.db, firstRetainedDay(new Date(), deps.config.callKeepDays));
  return {
    routes: callRecordRoutes(deps),
    counts: {
      getCallList: ({ app_id, result: outcome, datetime: time }: CallQuery) =>
        countedTotalOf(callRecordList, { facets: { app_id, outcome }, time }),
    },
    jobs: [{ name: 'forgetting call records', everyMs: 3_600_000, run: forget }],
  };
}

/** The day in Shanghai `keepDays` days ago. */
export function firstRetainedDay(now: Date, keepDays: number): string {
  return formatDay(new Date(now.getTime() - keepDays * dayMs));
}
