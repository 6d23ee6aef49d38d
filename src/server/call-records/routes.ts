import type { CallRow, callRecordCalls } from '../../contract/console/open/clients.ts';
import { refusalReason } from '../../domain/codes/call-refusals.ts';
import { clientKind, type CallOutcome } from '../../domain/codes/clients.ts';
import { formatTime, type TimeRange } from '../../domain/text/time.ts';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/mount.ts';
import { refuse } from '../http/refusal.ts';
import { listPage } from '../lists/list-page.ts';
import type { Lists } from '../lists/pools.ts';
import { callRecordList, type ListedCall } from './call-list.ts';

export interface CallQuery {
  readonly app_id: string;
  readonly result?: CallOutcome | undefined;
  readonly datetime?: TimeRange | undefined;
}

export function callRecordRoutes({ db, lists }: { readonly db: Database; readonly lists: Lists }): Handlers<typeof callRecordCalls> {
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
