import { clientKind, clientStatus } from '../../domain/codes/clients.ts';
import { formatTime } from '../../domain/text/time.ts';
import type { Deps } from '../feature/deps.ts';
import { firstRows } from '../lists/first-rows.ts';
import { rowsSought, type Finder, type FoundRecord } from '../search/finder.ts';
import { clientList, type ListedClient } from './client-list.ts';

/** Clients of the open API by their name and app_id, as their list finds them. */
export function clientFinders({ lists }: Pick<Deps, 'lists'>): Finder[] {
  return [
    {
      kind: 'client',
      name: '接口客户端',
      needs: 'open:client',
      list: '/open/client',
      async find({ text }) {
        const rows = await firstRows(lists, clientList, { facets: {}, keyword: text, limit: rowsSought });
        return { hits: rows && rows.map(hitOf), isListed: true };
      },
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
