import { clientKind, clientStatus } from '../../../domain/business/codes/clients.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { Deps } from '../../custody/deps.ts';
import { countedTotalOf } from '../../desk/lists/counted-totals.ts';
import { firstRows } from '../../desk/lists/first-rows.ts';
import type { ListCounts } from '../../desk/lists/list-counts.ts';
import { type Finder, type Found, type FoundRecord, nothing, rowsSought } from '../../desk/search/finder.ts';
import { isText, mayBeInText, type SearchKeyword } from '../../desk/search/keyword.ts';
import { clientFilters, clientList, type ListedClient } from './client-list.ts';
import { clientRoutes } from './routes.ts';
import { forgetPreviousKeys } from './store.ts';

/** Clients of the open API: creation, disabling, key rotation. */
export function clients(deps: Pick<Deps, 'db' | 'lists'>) {
  return {
    routes: clientRoutes(deps),
    counts,
    finders: clientFinders(deps),
    jobs: [{ name: 'forgetting replaced keys', everyMs: 60_000, run: () => forgetPreviousKeys(deps.db) }],
  };
}

/** Totals of its lists. */
const counts: ListCounts = { getClientList: (query) => countedTotalOf(clientList, clientFilters(query)) };

/** Finds clients of the open API by name and app_id, like their list. */
function clientFinders({ lists }: Pick<Deps, 'lists'>): Finder[] {
  const byText = async ({ text }: SearchKeyword): Promise<Found> => {
    const rows = await firstRows(lists, clientList, { facets: {}, keyword: text, limit: rowsSought });
    return { ...nothing, hits: rows && rows.map(hitOf) };
  };
  return [
    {
      kind: 'client',
      name: '接口客户端',
      needs: 'open:client',
      list: '/open/client',
      find: async (sought) => (isText(sought) ? byText(sought) : nothing),
      findPart: async (sought) => (mayBeInText(sought) ? byText(sought) : nothing),
    },
  ];
}

function hitOf({ name, appId, kind, status, createdAt }: ListedClient): FoundRecord {
  return {
    id: appId,
    title: name,
    texts: [appId, clientKind.label(kind), formatTime(createdAt)],
    status: clientStatus.label(status),
    url: `/open/client/calls/${encodeURIComponent(appId)}`,
    acts: [],
  };
}
