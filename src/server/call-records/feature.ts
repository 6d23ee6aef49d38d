import { dayMs, formatDay } from '../../domain/text/time.ts';
import type { Database } from '../db/database.ts';
import { countedTotalOf } from '../lists/counted-totals.ts';
import type { Lists } from '../lists/pools.ts';
import { callRecordList } from './call-list.ts';
import { callRecordRoutes, type CallQuery } from './routes.ts';
import { forgetCallRecords } from './store.ts';

/** What clients of the open API called, of 30 days. */
export function callRecords(deps: { readonly db: Database; readonly lists: Lists }) {
  return {
    routes: callRecordRoutes(deps),
    counts: {
      getCallList: ({ app_id, result: outcome, datetime: time }: CallQuery) =>
        countedTotalOf(callRecordList, { facets: { app_id, outcome }, time }),
    },
    jobs: [{ name: 'forgetting call records', everyMs: 3_600_000, run: () => forgetCallRecords(deps.db, firstDayKept(new Date())) }],
  };
}

/** The day in Shanghai 30 days ago. */
export function firstDayKept(now: Date): string {
  return formatDay(new Date(now.getTime() - keptDays * dayMs));
}

const keptDays = 30;
