import type { EnabledStatus } from '../../../domain/business/codes/access.ts';
import type { ClientKind } from '../../../domain/business/codes/clients.ts';
import { dayMs, startOfDay } from '../../../domain/kit/text/time.ts';
import { callRecordList } from '../../desk/call-records/call-list.ts';
import { countedTotalOf, readCountedTotals, type CountedTotal } from '../../desk/lists/counted-totals.ts';
import { defineList } from '../../desk/lists/list.ts';
import type { ListRow } from '../../desk/lists/list-row.ts';
import type { Lists } from '../../desk/lists/pools.ts';

/** Clients of the open API, newest first. Declared in migrations/release-1.0/0024_clients.sql. */
export const clientList = defineList({
  name: 'clients',
  table: 'credential',
  time: 'created_at',
  columns: { name: 'name', appId: 'app_id', kind: 'kind', status: 'status', createdAt: 'created_at', previousUntil: 'previous_until' },
  join: { table: 'client_activity', key: 'app_id', of: 'app_id', columns: { lastCall: 'last_call' } },
  counted: [[], ['kind'], ['status'], ['kind', 'status']],
  keyword: { columns: ['name', 'app_id'] },
  ranges: {},
});
export type ListedClient = ListRow<typeof clientList>;

export interface ClientQuery {
  readonly type?: ClientKind | undefined;
  readonly status?: EnabledStatus | undefined;
  readonly keyword: string;
}

export function clientFilters({ type: kind, status, keyword }: ClientQuery) {
  return { facets: { kind, status }, keyword };
}

/** Number of a client's calls today. */
export interface CallsToday {
  readonly all: number;
  readonly refused: number;
}

/** Today's calls of the given clients, in the same order, from the counters alone. */
export async function callsToday(lists: Lists, appIds: readonly string[], now: Date): Promise<CallsToday[]> {
  const from = startOfDay(now);
  const time = { from, until: new Date(from.getTime() + dayMs) };
  const asked = appIds.flatMap((app_id) =>
    [undefined, 'refused' as const].map((outcome): CountedTotal => {
      const total = countedTotalOf(callRecordList, { facets: { app_id, outcome }, time });
      if (!total) throw new TypeError('the calls of a day are not counted');
      return total;
    }),
  );
  const totals = await readCountedTotals(lists, asked);
  return appIds.map((_, at) => ({ all: totals[2 * at] ?? 0, refused: totals[2 * at + 1] ?? 0 }));
}
