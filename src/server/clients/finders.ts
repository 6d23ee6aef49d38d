import { clientKind, clientStatus } from '../../domain/codes/clients.ts';
import { formatTime } from '../../domain/text/time.ts';
import type { Deps } from '../feature/deps.ts';
import { firstRows } from '../lists/first-rows.ts';
import { nothing, rowsSought, type Finder, type Found, type FoundRecord } from '../search/finder.ts';
import { isText, mayBeInText, type SearchKeyword } from '../search/keyword.ts';
import { clientList, type ListedClient } from './client-list.ts';

/** Finds clients of the open API by name and app_id, like their list. */
export function clientFinders({ lists }: Pick<Deps, 'lists'>): Finder[] {
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
