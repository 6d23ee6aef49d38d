import type { callRecordCalls, CallRow } from '../../../contract/console/clients.ts';
import { refusalReason } from '../../../domain/business/codes/call-refusals.ts';
import { type CallOutcome, clientKind } from '../../../domain/business/codes/clients.ts';
import { dayMs, formatDay, formatTime, type TimeRange } from '../../../domain/kit/text/time.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { Config } from '../../platform/runtime/config.ts';
import { countedTotalOf } from '../lists/counted-totals.ts';
import { listPage } from '../lists/list-page.ts';
import type { Lists } from '../lists/pools.ts';
import { callRecordList, type ListedCall } from './call-list.ts';
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

interface CallQuery {
  readonly app_id: string;
  readonly result?: CallOutcome | undefined;
  readonly datetime?: TimeRange | undefined;
}

function callRecordRoutes({ db, lists }: { readonly db: Database; readonly lists: Lists }): Handlers<typeof callRecordCalls> {
  return {
    async getCallList({ app_id, result: outcome, datetime: time, page, limit }) {
      const client = await db.selectFrom('credential').select(['name', 'kind']).where('app_id', '=', app_id).executeTakeFirst();
      if (!client) throw refuse('该客户端不存在');
      const { rows, total } = await listPage(lists, callRecordList, { facets: { app_id, outcome }, time, page, limit });
      return {
        list: rows.map(callRowOf),
        count: total,
        client: { name: client.name, app_id, type_name: clientKind.label(client.kind) },
      };
    },
  };
}

function callRowOf({ id, at, call, status, ms, ip, ...refusal }: ListedCall): CallRow {
  return { id, time: formatTime(at), call, status, ms, ip, reason: refusalReason(refusal) };
}
